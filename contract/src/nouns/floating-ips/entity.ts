import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { FLOATING_IP_QUOTA } from './quota.ts';
import { FLOATING_IP_STATUSES } from './statuses.ts';

/** An address outside that leads to an interface inside (S1 §3). It is called by its address. */
export const { kind: floatingIpKind, calls } = defineNoun({
  name: 'floating_ip',
  path: '/api/v2/compute/floating_ips',
  param: 'floatingIpId',
  many: tenant('compute_networks_floating_ips_list'),
  one: tenant('compute_networks_floating_ips'),
  source: 'S1 §7',
  of: 'project',
  quota: FLOATING_IP_QUOTA,
  statuses: FLOATING_IP_STATUSES,
  members: {
    description: z.string().nullable(),
    floating_ip_address: z.string(),
    /** What it leads to; null where it leads nowhere. */
    fixed_ip_address: z.string().nullable(),
    port_id: z.string().nullable(),
    router_id: z.string().nullable(),
    router_name: z.string().nullable(),
    attachment: z
      .object({
        /** Null for callers who do not see it, and where it is neither a server nor a load balancer. */
        object_name: z.string().nullable(),
        object_id: z.string(),
        /** Of whom the interface is, in the network service's words: `compute:nova`. */
        device_owner: z.string(),
      })
      .nullable(),
    floating_network_id: z.string(),
    floating_network_name: z.string().nullable(),
    created_at: instant,
  },
  defaultSort: 'created_at:desc',
  fields: {
    network: { path: 'floating_network_id', type: 'text', filter: ['is'] },
    router: { path: 'router_id', type: 'text', filter: ['is'] },
    server: { path: 'attachment.object_id', type: 'text', filter: ['is'] },
    ...dated,
  },
  joins: [
    { kind: 'network', at: '', id: 'floating_network_id', fields: { floating_network_name: 'name' } },
    { kind: 'router', at: '', id: 'router_id', fields: { router_name: 'name' } },
    { kind: 'server', at: 'attachment', id: 'object_id', fields: { object_name: 'name' } },
    { kind: 'load_balancer', at: 'attachment', id: 'object_id', fields: { object_name: 'name' } },
  ],
});
export type FloatingIp = z.infer<typeof floatingIpKind.entity>;
