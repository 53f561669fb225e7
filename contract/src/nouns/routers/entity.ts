import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { ROUTER_QUOTA } from './quota.ts';
import { ROUTER_STATUSES } from './statuses.ts';

/** An address of a router. */
const fixedIp = z.object({ subnet_id: z.string().nullable(), ip_address: z.string() });

/** ACTIVE, ERROR or DOWN, or a newer one that is shown neutrally. */
const status = z.string();

/** An interface in a network that servers are attached to. */
const internal = z.object({
  port_id: z.string(),
  network_id: z.string(),
  /** Null for callers who do not see it. */
  network_name: z.string().nullable(),
  fixed_ips: z.array(fixedIp),
  status,
});

/** Leads from networks to others, and out (S2 §3). */
export const { kind: routerKind, calls } = defineNoun({
  name: 'router',
  path: '/api/v2/compute/routers',
  param: 'routerId',
  one: tenant('compute_routers_router'),
  source: 'S2 §7',
  of: 'project',
  quota: ROUTER_QUOTA,
  blockedBy: [{ kind: 'vpn_connection', field: 'router' }],
  statuses: ROUTER_STATUSES,
  members: {
    /** The way out; null where there is none. */
    external_gateway_info: z
      .object({
        network_id: z.string(),
        network_name: z.string().nullable(),
        external_fixed_ips: z.array(fixedIp),
        enable_snat: z.boolean(),
      })
      .nullable(),
    /** Static ones: by which address other networks are reached. */
    routes: z.array(z.object({ destination: z.string(), nexthop: z.string() })),
    interfaces_info: z.array(internal),
    /** In the network of the way out. */
    external_interface: z.object({ network_id: z.string(), status, fixed_ips: z.array(fixedIp) }).nullable(),
    created_at: instant,
    updated_at: instant.nullable(),
  },
  fields: {
    external_network: { path: 'external_gateway_info.network_id', type: 'text', filter: ['is'] },
    network: { path: 'interfaces_info.network_id', type: 'text', many: true, filter: ['is'] },
    subnet: { path: 'interfaces_info.fixed_ips.subnet_id', type: 'text', many: true, filter: ['is'] },
    ...dated,
  },
  joins: [
    { kind: 'network', at: 'external_gateway_info', id: 'network_id', fields: { network_name: 'name' } },
    { kind: 'network', at: 'interfaces_info', id: 'network_id', fields: { network_name: 'name' } },
  ],
});
export type Router = z.infer<typeof routerKind.entity>;

/** All interfaces of a router alike. */
export const routerInterface = internal
  .extend({ port_id: z.string().nullable(), type: z.enum(['external', 'internal']) })
  .meta({ id: 'RouterInterface' });
export type RouterInterface = z.infer<typeof routerInterface>;
