/** What a VPN connection is made of: the service of its router, policies, endpoint groups. They go with the last one that uses them. */
import { randomUUID } from 'node:crypto';
import { vpnServiceKind } from '@gantry/contract/nouns/vpn-services/entity';
import { isIPv6 } from '@gantry/contract/nouns/vpn-connections/versions';
import type { VpnConnectionCreate } from '@gantry/contract/nouns/vpn-connections/bodies';
import type {
  IkePolicyDocument,
  IpsecPolicyDocument,
  RouterDocument,
  VpnConnectionDocument,
  VpnServiceDocument,
} from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { putOwned } from '../../../engines/embedded/platform/rows.ts';
import { invalid, referenced } from '../../../engines/embedded/platform/references.ts';
import type { CommandContext } from '../../../port/engine.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { connectionsBy, type Source } from '../shared/places.ts';

/** Whose the parts are. */
interface Owner {
  project_id: string;
  domain_id: string;
}

/** Rows of the platform as a transaction sees them. Changes run one after the other, so lists of what is committed are whole. */
export const sourceOf = (platform: Platform, writer: Writer): Source => ({
  engine: platform.id,
  get: (key) => writer.get(key),
  list: (request) => platform.store.read.list(request),
});

/** The service of a router, made where it has none. */
export async function serviceOf(platform: Platform, writer: Writer, router: RouterDocument, owner: Owner): Promise<VpnServiceDocument> {
  const { rows } = await platform.store.read.list({
    kind: vpnServiceKind,
    visibility: EVERYTHING,
    filters: { router: { operator: 'is', values: [router.id] } },
    sort: { key: 'name', descending: false },
    limit: 1,
  });
  if (rows[0]) return rows[0].document;
  const outside = (router.external_gateway_info?.external_fixed_ips ?? []).map(({ ip_address: ip }) => ip);
  const service: VpnServiceDocument = {
    id: randomUUID(),
    name: router.name,
    description: null,
    status: 'ACTIVE',
    router_id: router.id,
    router_name: null,
    external_v4_ip: outside.find((ip) => !isIPv6(ip)) ?? null,
    external_v6_ip: outside.find(isIPv6) ?? null,
    ...owner,
  };
  await putOwned(platform, writer, 'vpn_service', service);
  return service;
}

/** A policy that there is, of the project itself. Throws validation_failed. */
async function existing<K extends 'vpn_ike_policy' | 'vpn_ipsec_policy'>(
  platform: Platform,
  { actor }: CommandContext,
  { kind, id, field, projectId }: { kind: K; id: string; field: string; projectId: string },
) {
  const [policy] = await referenced(platform, kind, [id], actor, field);
  if (policy?.project_id !== projectId) throw invalid(field, { code: 'unknown_id' });
  return policy;
}

/** The policies of a new connection, made where they are described. Throws validation_failed. */
export async function policiesOf(
  platform: Platform,
  writer: Writer,
  context: CommandContext,
  { body, owner }: { body: VpnConnectionCreate; owner: Owner },
): Promise<{ ike: IkePolicyDocument; ipsec: IpsecPolicyDocument }> {
  const projectId = owner.project_id;
  const fresh = { description: null, ...owner };
  const { ikepolicy_id: ikeId, ipsecpolicy_id: ipsecId } = body;
  const ike =
    ikeId === undefined
      ? { ...fresh, ...body.ike_policy!, id: randomUUID() }
      : await existing(platform, context, { kind: 'vpn_ike_policy', id: ikeId, field: 'ikepolicy_id', projectId });
  const ipsec =
    ipsecId === undefined
      ? { ...fresh, ...body.ipsec_policy!, id: randomUUID() }
      : await existing(platform, context, { kind: 'vpn_ipsec_policy', id: ipsecId, field: 'ipsecpolicy_id', projectId });
  if (ikeId === undefined) await putOwned(platform, writer, 'vpn_ike_policy', ike);
  if (ipsecId === undefined) await putOwned(platform, writer, 'vpn_ipsec_policy', ipsec);
  return { ike, ipsec };
}

/** Writes the endpoint group of one side, a new one where it has none, and returns its id. */
export async function putGroup(
  platform: Platform,
  writer: Writer,
  { id = randomUUID(), ...group }: Owner & { id?: string | undefined; name: string; type: 'subnet' | 'cidr'; endpoints: string[] },
): Promise<string> {
  await putOwned(platform, writer, 'vpn_endpoint_group', { id, description: null, ...group });
  return id;
}

/** What a connection uses, with the key by which others that use it are found. */
const partsOf = (connection: VpnConnectionDocument) =>
  [
    ['vpn_service', 'service', connection.vpnservice_id],
    ['vpn_ike_policy', 'ike_policy', connection.ikepolicy_id],
    ['vpn_ipsec_policy', 'ipsec_policy', connection.ipsecpolicy_id],
    ['vpn_endpoint_group', 'local_group', connection.local_ep_group_id],
    ['vpn_endpoint_group', 'peer_group', connection.peer_ep_group_id],
  ] as const;

/** Takes away what a connection used and no other one does. */
export async function removeUnused(platform: Platform, writer: Writer, connection: VpnConnectionDocument): Promise<void> {
  const source = sourceOf(platform, writer);
  for (const [kind, key, id] of partsOf(connection)) {
    if (id === null) continue;
    const others = (await connectionsBy(source, key, id)).filter((one) => one.id !== connection.id);
    if (others.length === 0) await writer.remove(platform.key(kind, id));
  }
}
