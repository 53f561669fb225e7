import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { instant } from '../../wire/values.ts';
import { NETWORK_ACCESS } from './bodies.ts';
import { isGivenDirectly } from './given.ts';
import { NETWORK_QUOTA } from './quota.ts';
import { subnet } from './subnets.ts';
import { NETWORK_STATUSES } from './statuses.ts';

/** Subnets as they were kept before they told of pools, name servers and modes. */
const withPools = (subnets: unknown): unknown =>
  Array.isArray(subnets)
    ? subnets.map((one: object) => ({ allocation_pools: [], dns_nameservers: [], ipv6_ra_mode: null, ipv6_address_mode: null, ...one }))
    : subnets;

/** A network that servers are attached to (S1 §3). `type` is the wire value: flat, vlan, vxlan (decision F9). */
export const {
  kind: networkKind,
  calls,
  below,
  resource,
} = defineNoun({
  name: 'network',
  path: '/api/v2/compute/networks',
  param: 'networkId',
  one: tenant('compute_network_details'),
  source: 'S1 §7',
  below: { subnet: { path: '/api/v2/compute/subnets', at: 'subnets', many: tenant('compute_subnets') } },
  of: 'offered',
  quota: NETWORK_QUOTA,
  statuses: NETWORK_STATUSES,
  members: {
    /** The same as `id`. */
    network_id: z.string(),
    type: z.string().nullable(),
    /** Routers have a way out through it. */
    router_external: z.boolean(),
    /** With all projects. */
    shared: z.boolean(),
    /** Addresses are handed out by the platform. */
    ipam_enabled: z.boolean(),
    mtu: z.number().int().nullable(),
    physical_network: z.string().nullable(),
    vlan_id: z.number().int().nullable(),
    /** Who else may use it; null for those whom it does not belong to. */
    rbac_policies: z.array(z.object({ target_project: z.string(), actions: z.array(z.enum(NETWORK_ACCESS)) })).nullable(),
    /** Whether servers may send only from the addresses that they were given. */
    spoofing_protection: z.boolean(),
    subnets: z.array(subnet),
    /** Null where it is not known. */
    created_at: instant.nullable(),
  },
  version: 2,
  upgrades: {
    1: (one) => ({
      network_id: one['id'],
      physical_network: null,
      vlan_id: null,
      rbac_policies: one['shared'] === true ? [{ target_project: '*', actions: ['direct'] }] : [],
      spoofing_protection: true,
      created_at: null,
      ...one,
      subnets: withPools(one['subnets']),
    }),
  },
  shareable: true,
  systemOnly: ['physical_network'],
  ownerOnly: ['rbac_policies'],
  // Who may only lead routers out through it sees no subnet of it (decision F10).
  forOthers: (network, projectId) => (isGivenDirectly(network, projectId) ? network : { ...network, subnets: [] }),
  blockedBy: [
    { kind: 'server', field: 'network' },
    { kind: 'router', field: 'network' },
    { kind: 'router', field: 'external_network' },
    { kind: 'floating_ip', field: 'network' },
    { kind: 'load_balancer', field: 'network' },
  ],
  fields: {
    type: { path: 'type', type: 'text', sort: true, filter: ['is'] },
    mtu: { path: 'mtu', type: 'integer', sort: true },
    project_id: { path: 'project_id', type: 'text', sort: true, filter: ['is'] },
  },
});
export type Network = z.infer<typeof networkKind.entity>;
