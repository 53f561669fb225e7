/** A pool as it is typed: what the contract takes of a new one, with empty texts for what is left out. */
import { poolOfNew, type PoolWanted } from '@gantry/contract/nouns/load-balancer-pools/bodies';
import {
  CLIENT_CERTIFICATE_HEADERS,
  LISTENER_KINDS,
  listenerKindOf,
  type InsertedHeader,
  type ListenerKind,
} from '@gantry/contract/nouns/load-balancer-pools/values';
import { z } from 'zod';

export type PoolDraft = z.input<typeof poolOfNew>;
export type TlsDraft = NonNullable<PoolDraft['tls']>;
export type MemberDraft = NonNullable<PoolDraft['members']>[number];
export type MonitorDraft = NonNullable<PoolDraft['healthmonitor']>;

/** Ports that are usual on either side; none where each application has its own. */
const USUAL_PORTS: Readonly<Record<ListenerKind, readonly [number | undefined, number | undefined]>> = {
  https_https: [443, 443],
  https_http: [443, 80],
  http_http: [80, 80],
  udp: [53, 53],
  tcp: [undefined, undefined],
};

/** The usual check of a way. Values that are left out are those of the contract. */
export const newMonitor = (kind: ListenerKind): MonitorDraft => {
  const [type] = LISTENER_KINDS[kind].monitors;
  return { type, url_path: '/', delay: 5, timeout: 3, max_retries: 3, max_retries_down: 3 };
};

export const newTls = (): TlsDraft => ({ certificate: '', private_key: '', passphrase: '', client_ca: '' });

const protocolsOf = (kind: ListenerKind) => {
  const { protocol, backend: backend_protocol } = LISTENER_KINDS[kind];
  const [port, backendPort] = USUAL_PORTS[kind];
  return { protocol, backend_protocol, protocol_port: port as number, backend_protocol_port: backendPort as number };
};

/** What is typed at first. */
export const newPool = (): PoolDraft => ({
  name: '',
  description: '',
  ...protocolsOf('http_http'),
  lb_algorithm: 'ROUND_ROBIN',
  sticky_session: false,
  connection_limit: -1,
  allowed_cidrs: [],
  proxy_protocol_enabled: false,
  insert_headers: {},
  tls: newTls(),
  members: [],
  healthmonitor: newMonitor('http_http'),
});

/** What is spoken on either side; null where it was made elsewhere and does not say. */
export interface Way {
  protocol: string | null;
  backend_protocol: string | null;
}

/** Which of the five ways it is. What is none of them was made elsewhere, and is not changed here. */
export const kindOf = ({ protocol, backend_protocol: backend }: Way): ListenerKind =>
  listenerKindOf({ protocol: protocol ?? '', backend_protocol: backend ?? '' }) ?? 'http_http';

/** The same pool with another way; ports that are usual, and a check that does not fit, go with it. */
export function withKind(draft: PoolDraft, kind: ListenerKind): PoolDraft {
  const [port, backendPort] = USUAL_PORTS[kindOf(draft)];
  const next = protocolsOf(kind);
  const monitors: readonly string[] = LISTENER_KINDS[kind].monitors;
  const { healthmonitor: monitor } = draft;
  return {
    ...draft,
    ...next,
    ...(draft.protocol_port !== port && { protocol_port: draft.protocol_port }),
    ...(draft.backend_protocol_port !== backendPort && { backend_protocol_port: draft.backend_protocol_port }),
    ...(monitor && !monitors.includes(monitor.type) && { healthmonitor: newMonitor(kind) }),
  };
}

/** What can be chosen of a way, and what has no meaning there. */
export const offersOf = (kind: ListenerKind) => ({
  tls: kind === 'https_http',
  sticky: kind !== 'https_https',
  proxy: kind === 'https_https' || kind === 'tcp',
  headers: LISTENER_KINDS[kind].backend === 'HTTP',
});

const isForClients = (name: InsertedHeader): boolean => (CLIENT_CERTIFICATE_HEADERS as readonly InsertedHeader[]).includes(name);

/** The headers that are set and can be. @param hasClientCa whether certificates are asked of clients */
export const headersOf = (headers: PoolDraft['insert_headers'], hasClientCa: boolean): NonNullable<PoolDraft['insert_headers']> =>
  Object.fromEntries(
    Object.entries(headers ?? {}).filter(([name, isSet]) => isSet === true && (hasClientCa || !isForClients(name as InsertedHeader))),
  );

/** TLS material as it is sent: what is left empty is not there. */
export const tlsOf = ({ certificate, private_key: key, passphrase, client_ca: authority }: TlsDraft): TlsDraft => ({
  certificate,
  private_key: key,
  ...(passphrase && { passphrase }),
  ...(authority && { client_ca: authority }),
});

/** A number that was emptied is wrong, not the one that the contract takes where none is said. */
const typed = (value: number | undefined): number => value ?? Number.NaN;

/** A check as it is sent: a path only where it is asked for. */
const monitorOf = ({ url_path: path, ...monitor }: MonitorDraft): MonitorDraft => ({
  ...monitor,
  delay: typed(monitor.delay),
  timeout: typed(monitor.timeout),
  max_retries: typed(monitor.max_retries),
  max_retries_down: typed(monitor.max_retries_down),
  ...((monitor.type === 'HTTP' || monitor.type === 'HTTPS') && path && { url_path: path }),
});

/** Members as they are sent. */
const membersOf = (members: readonly MemberDraft[]): MemberDraft[] => members.map((one) => ({ ...one, weight: typed(one.weight) }));

/** Ranges as they are sent; rows that are left empty at the end say nothing. */
const cidrsOf = (rows: readonly string[]): string[] =>
  rows.slice(0, rows.findLastIndex((row) => row.trim() !== '') + 1).map((row) => row.trim());

/** What is typed, as it is sent: without what has no meaning for the way that is chosen. */
export function bodyOf(draft: PoolDraft): PoolDraft {
  const offers = offersOf(kindOf(draft));
  const { tls, sticky_session: sticky, proxy_protocol_enabled: proxy, insert_headers: headers, healthmonitor: monitor, ...rest } = draft;
  const isTls = offers.tls && tls !== undefined;
  return {
    ...rest,
    members: membersOf(draft.members ?? []),
    allowed_cidrs: cidrsOf(draft.allowed_cidrs ?? []),
    ...(isTls && { tls: tlsOf(tls) }),
    ...(offers.sticky && { sticky_session: sticky }),
    ...(offers.proxy && { proxy_protocol_enabled: proxy }),
    ...(offers.headers && { insert_headers: headersOf(headers, isTls && Boolean(tls.client_ca)) }),
    healthmonitor: monitor ? monitorOf(monitor) : null,
  };
}

/** Judges a draft as the server will, by the members of its body. */
export const poolSchema: z.ZodType<PoolWanted, PoolDraft> = z.custom<PoolDraft>().transform(bodyOf).pipe(poolOfNew);

/** A draft as a browser may keep it: without key and password. */
export const withoutKey = (draft: PoolDraft): PoolDraft => ({
  ...draft,
  ...(draft.tls && { tls: { ...draft.tls, private_key: '', passphrase: '' } }),
});

/** Parts of a pool that are typed, and changed, by themselves. */
const membersBody = z.object({ members: poolOfNew.shape.members });
export const membersSchema: z.ZodType<z.output<typeof membersBody>, { members: MemberDraft[]; servers: string[] }> = z
  .custom<{ members: MemberDraft[]; servers: string[] }>()
  .transform(({ members }): z.input<typeof membersBody> => ({ members: membersOf(members) }))
  .pipe(membersBody);

const monitorBody = z.object({ healthmonitor: poolOfNew.shape.healthmonitor });
export const monitorSchema: z.ZodType<z.output<typeof monitorBody>, { healthmonitor: MonitorDraft | null }> = z
  .custom<{ healthmonitor: MonitorDraft | null }>()
  .transform(({ healthmonitor: monitor }): z.input<typeof monitorBody> => ({ healthmonitor: monitor ? monitorOf(monitor) : null }))
  .pipe(monitorBody);

const cidrsBody = z.object({ allowed_cidrs: poolOfNew.shape.allowed_cidrs });
export const cidrsSchema: z.ZodType<z.output<typeof cidrsBody>, { allowed_cidrs: string[] }> = z
  .custom<{ allowed_cidrs: string[] }>()
  .transform(({ allowed_cidrs: rows }): z.input<typeof cidrsBody> => ({ allowed_cidrs: cidrsOf(rows) }))
  .pipe(cidrsBody);
