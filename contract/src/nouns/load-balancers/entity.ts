import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { AMPHORA_ROLES, TOPOLOGIES } from './availability.ts';
import { LOAD_BALANCER_QUOTA } from './quota.ts';
import { LOAD_BALANCER_READ_ONLY } from './read-only.ts';
import { LOAD_BALANCER_STATUSES } from './statuses.ts';

/** An instance that does the work of a balancer. */
const amphora = z.object({
  id: z.string(),
  /** Null as long as nobody knows. */
  role: z.enum(AMPHORA_ROLES).nullable(),
  /** Whether it works, or is ready to take over. */
  active: z.boolean(),
  /** The machine that it is, and the node it is on; null for callers outside the system scope, and where the cloud does not tell. */
  compute_id: z.string().nullable(),
  host: z.string().nullable(),
});
export type Amphora = z.infer<typeof amphora>;

/** Takes what arrives at an address and spreads it over servers (S1 §3). What it takes is said by its pools. */
export const { kind: loadBalancerKind, calls } = defineNoun({
  name: 'load_balancer',
  path: '/api/v2/compute/lbaas/loadbalancers',
  plural: 'load_balancers',
  param: 'loadBalancerId',
  many: tenant('compute_load_balancers'),
  one: tenant('compute_load_balancer'),
  source: 'S1 §3',
  of: 'project',
  quota: LOAD_BALANCER_QUOTA,
  statuses: LOAD_BALANCER_STATUSES,
  statesKept: true,
  members: {
    description: z.string().nullable(),
    /** Whether it takes anything. */
    enabled: z.boolean(),
    /** Where it takes what arrives; null as long as it has none. */
    address: z.string().nullable(),
    /** Where else, of one that was made elsewhere. */
    additional_addresses: z.array(z.string()),
    /** An address outside that leads there; null: none. */
    floating_ip_address: z.string().nullable(),
    network_id: z.string().nullable(),
    /** Null for callers who do not see it. */
    network_name: z.string().nullable(),
    subnet_id: z.string().nullable(),
    port_id: z.string().nullable(),
    flavor_id: z.string().nullable(),
    flavor_name: z.string().nullable(),
    /** Of its flavor; null where that is not known. */
    topology: z.enum(TOPOLOGIES).nullable(),
    pools: z.array(z.object({ id: z.string(), name: z.string().nullable() })),
    /** Of all its pools together. */
    members_count: z.number().int(),
    amphorae: z.array(amphora),
    /** What it is made of at the cloud; null for callers outside the system scope, and where the cloud does not tell. */
    provider: z.string().nullable(),
    /** Why it can be looked at and deleted only: it was made elsewhere and is more than is shown here. Null: it can be changed. */
    read_only: z.enum(LOAD_BALANCER_READ_ONLY).nullable(),
    created_at: instant,
    updated_at: instant.nullable(),
  },
  version: 2,
  // Until version 2 nothing was said of further addresses.
  upgrades: { 1: (balancer) => ({ ...balancer, additional_addresses: [] }) },
  systemOnly: ['amphorae.compute_id', 'amphorae.host', 'provider'],
  fields: {
    address: { path: 'address', type: 'text', sort: true, filter: ['is', 'contains'] },
    network: { path: 'network_id', type: 'text', filter: ['is'] },
    subnet: { path: 'subnet_id', type: 'text', filter: ['is'] },
    host: { path: 'amphorae.host', type: 'text', many: true, filter: ['is'], systemOnly: true },
    ...dated,
  },
  addresses: ['address'],
  joins: [
    { kind: 'network', at: '', id: 'network_id', fields: { network_name: 'name' } },
    { kind: 'load_balancer_flavor', at: '', id: 'flavor_id', fields: { flavor_name: 'name' } },
    { kind: 'load_balancer_pool', at: 'pools', id: 'id', fields: { name: 'name' } },
  ],
});
export type LoadBalancer = z.infer<typeof loadBalancerKind.entity>;
