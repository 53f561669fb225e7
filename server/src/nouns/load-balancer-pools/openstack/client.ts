/** What the load balancing service has of what is one pool here: a listener, a pool, its members and the monitor of their health. */
import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';
import { askSome } from '../../../engines/openstack/client/some.ts';
import { octavia } from '../../load-balancers/openstack/client.ts';

const named = z.array(z.object({ id: z.string() })).default([]);
const common = {
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  provisioning_status: z.string(),
  admin_state_up: z.boolean(),
  project_id: z.string(),
  tags: z.array(z.string()).nullish(),
};

const listener = z.object({
  ...common,
  protocol: z.string(),
  protocol_port: z.number().int(),
  connection_limit: z.number().int().nullish(),
  allowed_cidrs: z.array(z.string()).nullish(),
  insert_headers: z.record(z.string(), z.unknown()).nullish(),
  default_pool_id: z.string().nullish(),
  default_tls_container_ref: z.string().nullish(),
  client_ca_tls_container_ref: z.string().nullish(),
  /** NONE, OPTIONAL or MANDATORY; absent below version 2.8 of the service. */
  client_authentication: z.string().nullish(),
  l7policies: named,
  loadbalancers: named,
  created_at: instantText,
  updated_at: instantText.nullish(),
});
export type OctaviaListener = z.infer<typeof listener>;
export const listeners = octavia('/lbaas/listeners', 'listeners', 'listener', listener);

const pool = z.object({
  ...common,
  protocol: z.string(),
  lb_algorithm: z.string(),
  session_persistence: z.object({ type: z.string() }).nullish(),
  healthmonitor_id: z.string().nullish(),
  members: named,
  /** Those that hand over to it, by default or by a policy. */
  listeners: named,
  loadbalancers: named,
  created_at: instantText,
  updated_at: instantText.nullish(),
});
export type OctaviaPool = z.infer<typeof pool>;
export const pools = octavia('/lbaas/pools', 'pools', 'pool', pool);

const policy = z.object({ id: z.string(), name: z.string().nullish() });
export type OctaviaPolicy = z.infer<typeof policy>;
const policies = octavia('/lbaas/l7policies', 'l7policies', 'l7policy', policy);

/** Policies of a listener, with their names; listings of listeners have their ids only. */
export async function policiesIn(api: Api, { id, l7policies: known }: OctaviaListener): Promise<OctaviaPolicy[]> {
  if (known.length === 0) return [];
  const { items } = await policies.list(api, known.length, undefined, { listener_id: id });
  const named = new Map(items.map((one) => [one.id, one]));
  return known.map((one) => named.get(one.id) ?? one);
}

const monitor = z.object({
  id: z.string(),
  name: z.string().nullish(),
  type: z.string(),
  url_path: z.string().nullish(),
  delay: z.number().int(),
  timeout: z.number().int(),
  max_retries: z.number().int(),
  max_retries_down: z.number().int(),
  provisioning_status: z.string(),
  admin_state_up: z.boolean().nullish(),
  http_method: z.string().nullish(),
  http_version: z.number().nullish(),
  expected_codes: z.string().nullish(),
  domain_name: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});
export type OctaviaMonitor = z.infer<typeof monitor>;
export const monitors = octavia('/lbaas/healthmonitors', 'healthmonitors', 'healthmonitor', monitor);

const member = z.object({
  id: z.string(),
  address: z.string(),
  protocol_port: z.number().int(),
  weight: z.number().int(),
  admin_state_up: z.boolean(),
  operating_status: z.string(),
  provisioning_status: z.string(),
  subnet_id: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
});
export type OctaviaMember = z.infer<typeof member>;

/** Members of a pool; listings of pools have their ids only. */
export async function membersIn(api: Api, { id, members }: Pick<OctaviaPool, 'id' | 'members'>): Promise<OctaviaMember[]> {
  if (members.length === 0) return [];
  const path = `/lbaas/pools/${encodeURIComponent(id)}/members`;
  const { items } = await askSome(api, 'load_balancer', { path, many: 'members', item: member });
  return items.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** All that one pool of ours is made of, as far as it is there. */
export interface Pieces {
  /** What takes what arrives; undefined where nothing does. */
  listener: OctaviaListener | undefined;
  policies: readonly OctaviaPolicy[];
  pool: OctaviaPool | undefined;
  monitor: OctaviaMonitor | undefined;
  members: readonly OctaviaMember[];
}

/** Where the certificates of a listener are kept; undefined where it has none. */
export const refsOf = ({ default_tls_container_ref: container, client_ca_tls_container_ref: clientCa }: OctaviaListener) =>
  container ? { container, clientCa: clientCa ?? null } : undefined;

/** Monitor and members of a pool, with what hands over to it. */
export async function piecesOf(api: Api, listener: OctaviaListener | undefined, pool: OctaviaPool | undefined): Promise<Pieces> {
  const id = pool?.healthmonitor_id;
  return {
    listener,
    policies: listener ? await policiesIn(api, listener) : [],
    pool,
    monitor: id ? await ignoreNotFound(monitors.get(api, id)) : undefined,
    members: (pool && (await ignoreNotFound(membersIn(api, pool)))) ?? [],
  };
}

/** All pieces by the listener's id, or by that of a pool to which no listener hands over by default. Throws a gone error. */
export async function readPieces(api: Api, id: string): Promise<Pieces> {
  const listener = await ignoreNotFound(listeners.get(api, id));
  if (!listener) return piecesOf(api, undefined, await lonePool(api, id));
  const poolId = listener.default_pool_id;
  return piecesOf(api, listener, poolId ? await ignoreNotFound(pools.get(api, poolId)) : undefined);
}

/** A pool to which no listener hands over by default. Throws a gone error, also where one does: then it is that listener's. */
async function lonePool(api: Api, id: string): Promise<OctaviaPool> {
  const pool = await pools.get(api, id);
  for (const { id: listenerId } of pool.listeners) {
    const listener = await ignoreNotFound(listeners.get(api, listenerId));
    // The service's own word for an id of no listener.
    if (listener?.default_pool_id === id) await listeners.get(api, id);
  }
  return pool;
}
