import { z } from 'zod';
import { tenant } from '../../access/roles.ts';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { MEMBER_HEALTH, POOL_STATUSES } from './statuses.ts';
import { POOL_PIECES, POOL_READ_ONLY } from './read-only.ts';
import { ALGORITHMS, INSERTED_HEADERS, MONITOR_TYPES } from './values.ts';
import { statusNames } from '../../wire/statuses.ts';

/** Who gets what arrives: an address of a server. */
const member = z.object({
  id: z.string(),
  /** The server whose address it is; null where that is no server that is known here. */
  server_id: z.string().nullable(),
  /** Null for callers who do not see it. */
  server_name: z.string().nullable(),
  address: z.string(),
  protocol_port: z.number().int(),
  /** How much it gets beside the others: 0 takes no new connections. */
  weight: z.number().int(),
  enabled: z.boolean(),
  health: z.enum(statusNames(MEMBER_HEALTH)),
  /** The server is gone, or the address is no longer its own: it gets nothing more. */
  gone: z.boolean(),
});
export type PoolMember = z.infer<typeof member>;

/** How it is found out whether members work. */
const healthMonitor = z.object({
  type: z.enum(MONITOR_TYPES),
  /** What is asked for, by HTTP and HTTPS; null by others. */
  url_path: z.string().nullable(),
  /** Seconds between two looks, and that one may take. */
  delay: z.number().int(),
  timeout: z.number().int(),
  /** Looks in a row after which a member counts as healthy, and as unhealthy. */
  max_retries: z.number().int(),
  max_retries_down: z.number().int(),
});
export type HealthMonitor = z.infer<typeof healthMonitor>;

/** A piece that is deleted with a pool. */
const piece = z.object({
  sort: z.enum(POOL_PIECES),
  id: z.string(),
  /** Null: it has none. */
  name: z.string().nullable(),
  /** Whether other pools are made of it too: it is deleted with the load balancer only. */
  shared: z.boolean(),
});
export type PoolPiece = z.infer<typeof piece>;

/** What a certificate says of itself. */
export const certificateFacts = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** What it is for: names and addresses. */
  names: z.array(z.string()),
  not_before: instant,
  not_after: instant,
  /** SHA-256 of it, in pairs of hexadecimal digits. */
  fingerprint: z.string(),
});
export type CertificateFacts = z.infer<typeof certificateFacts>;

/** What arrives at a port of a load balancer, and the servers that get it (S1 §3). */
export const { kind: poolKind, calls } = defineNoun({
  name: 'load_balancer_pool',
  path: '/api/v2/compute/lbaas/pools',
  plural: 'load_balancer_pools',
  param: 'loadBalancerPoolId',
  many: tenant('compute_load_balancing_pools'),
  one: tenant('compute_load_balancing_pools'),
  source: 'S1 §3',
  of: 'project',
  statuses: POOL_STATUSES,
  members: {
    description: z.string().nullable(),
    loadbalancer_id: z.string(),
    loadbalancer_name: z.string().nullable(),
    enabled: z.boolean(),
    /** What is spoken to the balancer, and to the servers: one of LISTENER_KINDS, or what was made elsewhere. Null: nothing takes, or gets it. */
    protocol: z.string().nullable(),
    protocol_port: z.number().int().nullable(),
    backend_protocol: z.string().nullable(),
    /** Null where no server says it. */
    backend_protocol_port: z.number().int().nullable(),
    /** Null: one that is not offered here, or no servers are chosen. */
    lb_algorithm: z.enum(ALGORITHMS).nullable(),
    /** Whether who comes again gets the same server. */
    sticky_session: z.boolean(),
    /** Most connections at a time; -1: any number. */
    connection_limit: z.number().int(),
    /** Who may connect; empty: anybody. */
    allowed_cidrs: z.array(z.string()),
    /** Whether servers are told who asks by the PROXY protocol. */
    proxy_protocol_enabled: z.boolean(),
    /** What servers are told by headers. */
    insert_headers: z.partialRecord(z.enum(INSERTED_HEADERS), z.boolean()),
    /** Whether the balancer holds the certificate. */
    tls_enabled: z.boolean(),
    /** Of the certificate that it shows; null where it shows none or the cloud does not tell. */
    certificate: certificateFacts.nullable(),
    /** Who signs the certificates that it asks of others; null where it asks for none or the cloud does not tell. */
    client_ca: certificateFacts.nullable(),
    members: z.array(member),
    healthmonitor: healthMonitor.nullable(),
    /** Why it can be looked at and deleted only: it was made elsewhere, and is more than is shown here. Null: it can be changed. */
    read_only: z.enum(POOL_READ_ONLY).nullable(),
    /** All that it is made of and its deletion takes, where it was made elsewhere and is more than is shown here; empty otherwise. */
    pieces: z.array(piece),
    created_at: instant,
    updated_at: instant.nullable(),
  },
  version: 3,
  // Until version 2 nothing was said of what is deleted with one, and until 3 nothing of what is deleted with the load balancer only.
  upgrades: {
    1: (pool) => ({ ...pool, pieces: [] }),
    2: (pool) => ({ ...pool, pieces: (pool['pieces'] as PoolPiece[]).map((one) => ({ ...one, shared: false })) }),
  },
  fields: {
    load_balancer: { path: 'loadbalancer_id', type: 'text', filter: ['is'] },
    protocol: { path: 'protocol', type: 'text', sort: true, filter: ['is'] },
    port: { path: 'protocol_port', type: 'integer', sort: true },
    server: { path: 'members.server_id', type: 'text', many: true, filter: ['is', 'any'] },
    ...dated,
  },
  joins: [
    { kind: 'load_balancer', at: '', id: 'loadbalancer_id', fields: { loadbalancer_name: 'name' } },
    { kind: 'server', at: 'members', id: 'server_id', fields: { server_name: 'name' } },
  ],
});
export type Pool = z.infer<typeof poolKind.entity>;
