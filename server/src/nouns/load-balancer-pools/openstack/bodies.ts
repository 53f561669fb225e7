/** What the load balancing service is sent of a pool. */
import { z } from 'zod';
import type { MonitorWanted, PoolUpdate, PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import { taggedAs } from '../../../engines/openstack/commands/task-marks.ts';
import type { OctaviaListener, OctaviaMonitor } from './client.ts';
import { TERMINATED } from './rows.ts';
import type { ChosenMember } from './members.ts';
import { portTag, serverTag } from './tags.ts';
import { headersAsked } from './translation.ts';
import type { TlsRefs } from './secrets.ts';

/** Whoever comes again gets the same server: known by a cookie, or by the address. */
const persistenceOf = (backend: string | null): { type: string } => ({ type: backend === 'HTTP' ? 'HTTP_COOKIE' : 'SOURCE_IP' });

const given = (members: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));

/** Whether a listener asks clients for certificates already: how it does so is kept. */
const asksClients = (listener: Pick<OctaviaListener, 'client_authentication'> | undefined): boolean =>
  (listener?.client_authentication ?? 'NONE') !== 'NONE';

/** What refers to certificates, where there are some. With a client CA nobody gets in without a certificate that it has signed. */
export const tlsMembers = (refs: TlsRefs | undefined, listener?: OctaviaListener): Record<string, unknown> => {
  if (!refs) return {};
  const { container, clientCa } = refs;
  return {
    default_tls_container_ref: container,
    client_ca_tls_container_ref: clientCa,
    ...((clientCa === null || !asksClients(listener)) && { client_authentication: clientCa === null ? 'NONE' : 'MANDATORY' }),
  };
};

/** Members of a listener as a body says them; what it leaves out is left out. */
export const listenerMembers = (
  { name, description, enabled, connection_limit, allowed_cidrs, insert_headers: headers }: PoolUpdate,
  before?: Readonly<Record<string, unknown>> | null,
): Record<string, unknown> =>
  given({
    name,
    description,
    admin_state_up: enabled,
    connection_limit,
    allowed_cidrs,
    insert_headers: headers && headersAsked(headers, before ?? {}),
  });

/** Of a pool. `backend`: what is spoken to the servers. */
export const poolMembers = (
  { name, description, enabled, lb_algorithm, sticky_session: sticky }: PoolUpdate,
  backend: string | null,
): Record<string, unknown> =>
  given({
    name,
    description,
    admin_state_up: enabled,
    lb_algorithm,
    session_persistence: sticky === undefined ? undefined : sticky ? persistenceOf(backend) : null,
  });

const isHttp = (type: string): boolean => type === 'HTTP' || type === 'HTTPS';

/** Of a monitor. */
export const monitorMembers = ({ type, url_path: path, ...times }: MonitorWanted): Record<string, unknown> => ({
  type,
  ...times,
  ...(isHttp(type) && { url_path: path ?? '/' }),
});

/** Members of a monitor that nothing is said of here: of all types, and of those that ask by HTTP. */
const UNSAID = ['name', 'admin_state_up'] as const;
const UNSAID_OF_HTTP = ['http_method', 'http_version', 'expected_codes', 'domain_name'] as const;

/** What a monitor has that nothing is said of here. */
export const monitorKept = z.looseObject({ tags: z.array(z.string()).optional() });
export type KeptOfMonitor = z.infer<typeof monitorKept>;

/** The same, as far as one of another type takes it too. */
export const keptOfMonitor = (monitor: OctaviaMonitor, type: string): KeptOfMonitor => {
  const names = isHttp(monitor.type) && isHttp(type) ? [...UNSAID, ...UNSAID_OF_HTTP] : UNSAID;
  const members = Object.fromEntries(names.map((name) => [name, monitor[name] ?? undefined]));
  return { ...given(members), tags: taggedAs(monitor.tags) };
};

/** Of a member, with whose address it is. */
export const memberMembers = ({ address, subnetId, weight, enabled, serverId }: ChosenMember, port: number, mark: string) => ({
  address,
  protocol_port: port,
  weight,
  admin_state_up: enabled,
  ...(subnetId !== null && { subnet_id: subnetId }),
  tags: [mark, ...(serverId === null ? [] : [serverTag(serverId)])],
});

/** A new listener. */
export const newListener = (
  body: PoolWanted,
  { balancerId, mark, tls }: { balancerId: string; mark: string; tls: TlsRefs | undefined },
) => ({
  ...listenerMembers(body),
  loadbalancer_id: balancerId,
  protocol: tls ? TERMINATED : body.protocol,
  protocol_port: body.protocol_port,
  ...tlsMembers(tls),
  tags: [mark, portTag(body.backend_protocol_port)],
});

/** A new pool that a listener hands over to. */
export const newPool = (body: PoolWanted, { listenerId, mark }: { listenerId: string; mark: string }) => ({
  ...poolMembers({ lb_algorithm: 'ROUND_ROBIN', ...body, sticky_session: body.sticky_session || undefined }, body.backend_protocol),
  listener_id: listenerId,
  protocol: body.proxy_protocol_enabled ? 'PROXY' : body.backend_protocol,
  tags: [mark, portTag(body.backend_protocol_port)],
});
