/** VPN as the network service has it (VPNaaS). What it answers of a connection has the key: it is in no shape here, and so nowhere behind them. */
import { canonicalIp } from '@gantry/contract/validation/canonical';
import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { listByIds } from '../../../engines/openstack/client/by-ids.ts';
import { collection } from '../../../engines/openstack/client/collection.ts';

const owned = {
  id: z.string(),
  name: z.string(),
  /** `gantry_task` and the task's id on one that Gantry has made. */
  description: z.string().nullish(),
  project_id: z.string(),
};

const policy = z.object({
  ...owned,
  auth_algorithm: z.string(),
  encryption_algorithm: z.string(),
  pfs: z.string(),
  lifetime: z.object({ value: z.number().int() }),
});
const ikePolicy = policy.extend({ ike_version: z.string() });
const service = z.object({
  ...owned,
  router_id: z.string(),
  status: z.string(),
  external_v4_ip: z.string().nullish(),
  external_v6_ip: z.string().nullish(),
});
const group = z.object({ ...owned, type: z.string(), endpoints: z.array(z.string()) });
const connection = z.object({
  ...owned,
  status: z.string(),
  admin_state_up: z.boolean(),
  // Neutron keeps it as somebody wrote it.
  peer_address: z.string().transform(canonicalIp),
  peer_id: z.string(),
  local_id: z.string().nullish(),
  initiator: z.string(),
  mtu: z.coerce.number().int(),
  dpd: z.object({ action: z.string(), interval: z.number().int(), timeout: z.number().int() }),
  vpnservice_id: z.string(),
  ikepolicy_id: z.string(),
  ipsecpolicy_id: z.string(),
  local_ep_group_id: z.string().nullish(),
  peer_ep_group_id: z.string().nullish(),
  /** Of connections without endpoint groups. */
  peer_cidrs: z.array(z.string()).nullish(),
});
export type NeutronPolicy = z.infer<typeof policy>;
export type NeutronVpnService = z.infer<typeof service>;
export type NeutronEndpointGroup = z.infer<typeof group>;
export type NeutronConnection = z.infer<typeof connection>;

/** The extension of the network service. */
export const EXTENSION = 'vpnaas';

/** Where each is. */
export const PATHS = {
  ike: '/vpn/ikepolicies',
  ipsec: '/vpn/ipsecpolicies',
  service: '/vpn/vpnservices',
  group: '/vpn/endpoint-groups',
  connection: '/vpn/ipsec-site-connections',
} as const;

const shared = { service: 'network', query: { sort_key: 'id', sort_dir: 'asc' } } as const;

export const ikePolicies = collection({ ...shared, path: PATHS.ike, members: ['ikepolicies', 'ikepolicy'], item: ikePolicy });
export const ipsecPolicies = collection({ ...shared, path: PATHS.ipsec, members: ['ipsecpolicies', 'ipsecpolicy'], item: policy });
export const vpnServices = collection({ ...shared, path: PATHS.service, members: ['vpnservices', 'vpnservice'], item: service });
/** These are in the order of their ids too, and refuse to be asked for it. */
export const endpointGroups = collection({
  service: 'network',
  path: PATHS.group,
  members: ['endpoint_groups', 'endpoint_group'],
  item: group,
});
export const connections = collection({
  ...shared,
  path: PATHS.connection,
  members: ['ipsec_site_connections', 'ipsec_site_connection'],
  item: connection,
});

/** The ranges of some subnets, by their ids. */
export async function rangesOf(api: Api, subnetIds: readonly string[]): Promise<Map<string, string>> {
  if (subnetIds.length === 0) return new Map();
  const subnet = z.object({ id: z.string(), cidr: z.string() });
  const found = await listByIds(api, 'network', { path: '/subnets', many: 'subnets', item: subnet, key: 'id' }, subnetIds);
  return new Map(found.map(({ id, cidr }) => [id, cidr]));
}
