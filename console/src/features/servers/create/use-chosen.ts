import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import type { Answer, Call } from '@gantry/contract/wire/call';
import { useCapabilities } from '../../../app/abilities/use-ability.ts';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api, type ApiCall } from '../../../app/api/calls.ts';
import { useItem, useList } from '../../../app/api/hooks.ts';
import { namesIn } from '../../../app/api/names.ts';
import type { Draft, DraftVolume } from './draft.ts';

/** What a draft's id stands for. */
export interface Chosen<T> {
  data: T | undefined;
  /** It is there no more, or no longer for this user. */
  gone: boolean;
  /** It is being read. */
  isComing: boolean;
}

function useChosenItem<C extends Call>(call: ApiCall<C>, id: string | undefined): Chosen<Answer<C>> {
  const { idParam = '' } = call;
  const enabled = id !== undefined && id !== '';
  const item = useItem(call, { [idParam]: id ?? '' } as never, { enabled });
  return { data: enabled ? item.data : undefined, gone: enabled && item.error?.status === 404, isComing: enabled && item.isPending };
}

/** The snapshot that a further volume is made of, once it is known. */
export const snapshotOf = (
  { snapshots }: Pick<ChosenResources, 'snapshots'>,
  { snapshot_id: id }: Pick<DraftVolume, 'snapshot_id'>,
): VolumeSnapshot | undefined => (id === undefined ? undefined : snapshots.get(id));

/** Storage policies to choose from. */
const POLICIES = 200;

/** The things that a draft names: read by their ids, so that a reload shows them as well. */
export function useChosen(draft: Draft, projectId: string) {
  const may = useMay();
  const can = useCapabilities();
  const existing = draft.volumes.flatMap(({ volume_id: id }) => id ?? []);
  const taken = draft.volumes.flatMap(({ snapshot_id: id }) => id ?? []);
  const networks = useList(api.networks.list, { id: `in:${draft.network_ids.join(',')}` }, undefined, {
    enabled: draft.network_ids.length > 0,
  });
  const volumes = useList(api.volumes.list, { id: `in:${existing.join(',')}` }, undefined, { enabled: existing.length > 0 });
  const snapshots = useList(api.volumeSnapshots.list, { id: `in:${taken.join(',')}` }, undefined, { enabled: taken.length > 0 });
  const quota = useList(api.quotas.read, { usage: true }, { projectId }, { enabled: may(api.quotas.read) });
  const policies = useList(api.storagePolicies.list, { limit: POLICIES }, undefined, { enabled: may(api.storagePolicies.list) });
  const nodes = useList(api.nodes.list, { limit: 1000 }, undefined, { enabled: may(api.nodes.list) });
  return {
    image: useChosenItem(api.images.read, draft.image_id),
    volume: useChosenItem(api.volumes.read, draft.volume_id),
    snapshot: useChosenItem(api.volumeSnapshots.read, draft.snapshot_id),
    flavor: useChosenItem(api.flavors.read, draft.flavor_id),
    key: useChosenItem(api.keyPairs.read, draft.key_pair_id),
    networks: draft.network_ids.length > 0 ? (networks.data?.data ?? []) : [],
    volumes: existing.length > 0 ? (volumes.data?.data ?? []) : [],
    snapshots: new Map((taken.length > 0 ? snapshots.data?.data : undefined)?.map((snapshot) => [snapshot.id, snapshot])),
    /** What they are called. */
    nameOf: { network: namesIn(networks), volume: namesIn(volumes), snapshot: namesIn(snapshots), policy: namesIn(policies) },
    /** Those that the project may choose. */
    policies: policies.data?.data ?? [],
    quota: quota.data,
    /** Servers of images boot from a disk on their node, unless a volume is asked for. */
    ownDisks: can.has('server.create:own_disk'),
    // Without all of them nothing can be said about the room there is.
    nodes: nodes.data?.marker === undefined ? nodes.data?.data : undefined,
  };
}
export type ChosenResources = ReturnType<typeof useChosen>;
