/** Pools as they are shown, by the pieces that the load balancing service has of them. */
import { ALGORITHMS, listenerKindOf, MONITOR_TYPES } from '@gantry/contract/nouns/load-balancer-pools/values';
import type { HealthMonitor, PoolMember, PoolPiece } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { PoolPieceSort, PoolReadOnly } from '@gantry/contract/nouns/load-balancer-pools/read-only';
import type { RowInput } from '../../../port/store/rows.ts';
import { describedAs } from '../../../engines/openstack/commands/task-marks.ts';
import { instant, instantOrNull, type MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import { shownTls } from './certificates.ts';
import type { OctaviaMonitor, Pieces } from './client.ts';
import { portIn, serverIn } from './tags.ts';
import { serversAt } from './servers.ts';
import { headersOf, healthOf, statusOf } from './translation.ts';

export const KIND = 'load_balancer_pool';

/** The service's word for HTTPS whose certificate the balancer holds. */
export const TERMINATED = 'TERMINATED_HTTPS';
const PROXIES: ReadonlySet<string> = new Set(['PROXY', 'PROXYV2']);

/** What is spoken on either side. Servers that are told who asks by the PROXY protocol get what arrives as it is. */
function protocolsOf({ listener, pool }: Pieces): { protocol: string | null; backend_protocol: string | null } {
  const protocol = listener ? (listener.protocol === TERMINATED ? 'HTTPS' : listener.protocol) : null;
  const passes = pool !== undefined && PROXIES.has(pool.protocol) && (protocol === 'HTTPS' || protocol === 'TCP');
  return { protocol, backend_protocol: passes ? protocol : (pool?.protocol ?? null) };
}

/** The five ways as the service spells them: certificates are held where HTTP is passed on, and only there. */
const isOffered = (pieces: Pieces): boolean =>
  listenerKindOf(protocolsOf(pieces)) !== undefined &&
  (pieces.listener?.protocol === TERMINATED) === (protocolsOf(pieces).protocol === 'HTTPS' && pieces.pool?.protocol === 'HTTP');

const algorithmOf = ({ pool }: Pieces) => ALGORITHMS.find((one) => one === pool?.lb_algorithm) ?? null;
const monitorTypeOf = (monitor: OctaviaMonitor) => MONITOR_TYPES.find((one) => one === monitor.type);

/** The port that all servers listen at; null where they differ, or nothing says it. */
function backendPortOf({ listener, pool, members }: Pieces): number | null {
  const ports = new Set(members.map(({ protocol_port: port }) => port));
  if (ports.size > 1) return null;
  return [...ports][0] ?? portIn(listener?.tags) ?? portIn(pool?.tags);
}

/** Why it is more than is shown here; null where it is not. */
function readOnlyOf(pieces: Pieces): PoolReadOnly | null {
  const { listener, pool, monitor, members } = pieces;
  if (!listener) return 'pool_without_listener';
  if (listener.l7policies.length > 0) return 'pool_l7_policies';
  if (!pool) return 'pool_without_servers';
  if (pool.listeners.length > 1) return 'pool_shared';
  if (!isOffered(pieces)) return 'pool_protocols_foreign';
  if (algorithmOf(pieces) === null) return 'pool_algorithm_foreign';
  if (monitor && !monitorTypeOf(monitor)) return 'pool_monitor_foreign';
  return new Set(members.map(({ protocol_port: port }) => port)).size > 1 ? 'pool_ports_differ' : null;
}

/** As it is shown; null where there is none, or one of a type that has no name here. */
function shownMonitor(monitor: OctaviaMonitor | undefined): HealthMonitor | null {
  const type = monitor && monitorTypeOf(monitor);
  if (!type) return null;
  const { delay, timeout, max_retries, max_retries_down } = monitor;
  const url_path = type === 'HTTP' || type === 'HTTPS' ? (monitor.url_path ?? '/') : null;
  return { type, url_path, delay, timeout, max_retries, max_retries_down };
}

/** Members, with the servers that their addresses are of. */
async function membersOf(context: MirrorContext, { listener, pool, members }: Pieces): Promise<PoolMember[]> {
  const projectId = (pool ?? listener)!.project_id;
  const balancerId = (pool ?? listener)!.loadbalancers[0]?.id;
  const found = await serversAt(context, { projectId, balancerId, members });
  return members.map((member) => {
    const { id, address, protocol_port, weight, admin_state_up: enabled } = member;
    const chosen = serverIn(member.tags);
    const server = found.get(id) ?? null;
    const gone = chosen !== null && server !== chosen;
    const health = gone && enabled ? 'ERROR' : healthOf(member);
    return { id, server_id: chosen ?? server, server_name: null, address, protocol_port, weight, enabled, health, gone };
  });
}

/** All that it is made of. Servers that others hand over to as well are shared. */
function allPieces({ listener, policies, pool, monitor, members }: Pieces): PoolPiece[] {
  const piece =
    (shared: boolean) =>
    (sort: PoolPieceSort, { id }: { id: string }, name: string | null | undefined): PoolPiece => ({ sort, id, name: name || null, shared });
  const own = piece(false);
  const ofPool = piece(pool?.listeners.some(({ id }) => id !== listener?.id) === true);
  return [
    ...(listener ? [own('listener', listener, listener.name)] : []),
    ...policies.map((policy) => own('l7policy', policy, policy.name)),
    ...(pool ? [ofPool('pool', pool, pool.name)] : []),
    ...(monitor ? [ofPool('healthmonitor', monitor, monitor.name || monitor.type)] : []),
    ...members.map((member) => ofPool('member', member, `${member.address} ${member.protocol_port}`)),
  ];
}

/** All that is shown of a pool. */
export async function rowOf(context: MirrorContext, pieces: Pieces): Promise<RowInput> {
  const { engine, directory } = context;
  const { listener, pool, monitor } = pieces;
  const main = (listener ?? pool)!;
  const { id, project_id: projectId } = main;
  const domainId = await directory.domainOf(projectId);
  const readOnly = readOnlyOf(pieces);
  const isUp = (one: { admin_state_up: boolean } | undefined): boolean => one?.admin_state_up !== false;
  const document = {
    id,
    name: main.name || main.id,
    description: describedAs(main.description || pool?.description),
    status: statusOf([listener, pool, monitor].flatMap((one) => one?.provisioning_status ?? [])),
    loadbalancer_id: main.loadbalancers[0]?.id ?? '',
    loadbalancer_name: null,
    enabled: isUp(listener) && isUp(pool),
    ...protocolsOf(pieces),
    protocol_port: listener?.protocol_port ?? null,
    backend_protocol_port: backendPortOf(pieces),
    lb_algorithm: algorithmOf(pieces),
    sticky_session: pool?.session_persistence ? true : false,
    connection_limit: listener?.connection_limit ?? -1,
    allowed_cidrs: (listener?.allowed_cidrs ?? []).toSorted(),
    proxy_protocol_enabled: pool !== undefined && PROXIES.has(pool.protocol),
    insert_headers: headersOf(listener?.insert_headers),
    tls_enabled: listener?.protocol === TERMINATED,
    members: await membersOf(context, pieces),
    healthmonitor: shownMonitor(monitor),
    read_only: readOnly,
    pieces: readOnly === null ? [] : allPieces(pieces),
    created_at: instant(main.created_at),
    updated_at: instantOrNull(main.updated_at),
    project_id: projectId,
    domain_id: domainId ?? '',
    ...(await shownTls(context, KIND, listener)),
    /** what a client CA is known by where its certificate cannot be read */
    asks_certificates: Boolean(listener?.client_ca_tls_container_ref),
    /** what is deleted after the listener, which alone names it */
    pool_id: pool?.id ?? null,
  };
  return { engine, kind: KIND, id, domainId, projectId, userId: null, document };
}
