import type { Server } from '@gantry/contract/nouns/servers/entity';
import { newNic } from '../../../parts/networks/nic-draft.ts';
import { EMPTY, type Draft } from './draft.ts';

/** What the server itself does not say: the other one's name, and the id of its key. */
interface LikeInput {
  name: string;
  keyPairId: string | undefined;
}

/**
 * The draft of another server such as this one: of the same image, flavor, networks, groups and options, with volumes as large as its own.
 * What only one can have (addresses, data) is not taken along; what it was made of and is not known any more is chosen anew.
 */
export function draftLike(server: Server, { name, keyPairId }: LikeInput): Draft {
  const boot = server.boots_from_volume ? server.volumes[0] : undefined;
  const others = server.volumes.slice(boot ? 1 : 0);
  const nics = server.networks.flatMap(({ network_id: network, spoofing_protection: isProtected, security_group_ids: groups }) =>
    network === null
      ? []
      : [
          {
            ...newNic(network),
            spoofing_protection: isProtected ?? true,
            ...(isProtected !== false && groups.length > 0 && { security_group_ids: [...groups] }),
          },
        ],
  );
  return {
    ...EMPTY,
    name,
    description: server.description ?? '',
    image_id: server.image?.id,
    flavor_id: server.flavor.id ?? EMPTY.flavor_id,
    volume_size: boot?.size ?? undefined,
    delete_on_termination: boot?.delete_on_termination ?? true,
    volumes: others.map(({ size, delete_on_termination: goes }) => ({ size: size ?? undefined, delete_on_termination: goes })),
    network_ids: [...new Set(nics.map(({ network_id: network }) => network))],
    interfaces: nics,
    key_pair_id: keyPairId,
    allow_live_resize: server.allow_live_resize,
    ha_enabled: server.ha_enabled,
    traits: [...server.own_traits],
    tags: server.tags.join(', '),
    metadata: Object.entries(server.metadata).map(([key, value]) => ({ key, value })),
  };
}
