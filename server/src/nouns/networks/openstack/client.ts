import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';
import { listByIds } from '../../../engines/openstack/client/by-ids.ts';

const network = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  project_id: z.string(),
  /** `gantry_task` and the task's id on one that Gantry has made. */
  description: z.string().nullish(),
  shared: z.boolean().default(false),
  mtu: z.number().int().nullish(),
  /** Absent where the service has no such extension. */
  port_security_enabled: z.boolean().nullish(),
  created_at: instantText.nullish(),
  'router:external': z.boolean().default(false),
  'provider:network_type': z.string().nullish(),
  'provider:physical_network': z.string().nullish(),
  'provider:segmentation_id': z.number().int().nullish(),
});
export type NeutronNetwork = z.infer<typeof network>;

const ipv6Mode = z.enum(['slaac', 'dhcpv6-stateful', 'dhcpv6-stateless']).nullish();

const subnet = z.object({
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  network_id: z.string(),
  ip_version: z.union([z.literal(4), z.literal(6)]),
  cidr: z.string(),
  gateway_ip: z.string().nullish(),
  enable_dhcp: z.boolean(),
  allocation_pools: z.array(z.object({ start: z.string(), end: z.string() })).default([]),
  dns_nameservers: z.array(z.string()).default([]),
  ipv6_ra_mode: ipv6Mode,
  ipv6_address_mode: ipv6Mode,
});
export type NeutronSubnet = z.infer<typeof subnet>;

const rbacPolicy = z.object({ id: z.string(), object_id: z.string(), target_tenant: z.string(), action: z.string() });
export type RbacPolicy = z.infer<typeof rbacPolicy>;

/** Networks of all projects. */
export const networks = collection({
  service: 'network',
  path: '/networks',
  members: ['networks', 'network'],
  item: network,
  query: { sort_key: 'id', sort_dir: 'asc' },
});

/** The subnets of some networks. */
export const listSubnets = (api: Api, networkIds: readonly string[]): Promise<NeutronSubnet[]> =>
  listByIds(api, 'network', { path: '/subnets', many: 'subnets', item: subnet, key: 'network_id' }, networkIds);

/** Who else may use some networks, and how. `*` as target is everyone. */
export const listRbac = (api: Api, networkIds: readonly string[]): Promise<RbacPolicy[]> =>
  listByIds(
    api,
    'network',
    { path: '/rbac-policies', many: 'rbac_policies', item: rbacPolicy, key: 'object_id', more: [['object_type', 'network']] },
    networkIds,
  );
