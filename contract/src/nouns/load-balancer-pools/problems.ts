/** What of a pool does not fit together: one rule for the form, the creation and the change (screens M3). */
import { CLIENT_CERTIFICATE_HEADERS, LISTENER_KINDS, listenerKindOf, type InsertedHeader } from './values.ts';

/** What is judged: a pool as it is asked for, or as it would be by a change. */
export interface PoolShape {
  protocol: string | null;
  backend_protocol: string | null;
  sticky_session?: boolean | undefined;
  proxy_protocol_enabled?: boolean | undefined;
  insert_headers?: { readonly [K in InsertedHeader]?: boolean | undefined } | undefined;
  healthmonitor?: { type: string; url_path?: string | null | undefined } | null | undefined;
  /** Whether the balancer holds a certificate, and asks for those of others. */
  hasTls: boolean;
  hasClientCa: boolean;
}

/** Something that is wrong, at a member of the body. */
export interface PoolProblem {
  path: readonly string[];
  code: keyof typeof poolFieldTexts;
}

const ASKS_BY_PATH: ReadonlySet<string> = new Set(['HTTP', 'HTTPS']);

/** Everything that does not fit; nothing where it does. */
export function poolProblems(pool: PoolShape): PoolProblem[] {
  const kind = listenerKindOf(pool);
  if (!kind) return [{ path: ['backend_protocol'], code: 'pool_protocols' }];
  const problems: PoolProblem[] = [];
  const wrong = (code: PoolProblem['code'], ...path: string[]): void => void problems.push({ path, code });
  if (kind === 'https_http' && !pool.hasTls) wrong('tls_missing', 'tls');
  if (kind !== 'https_http' && pool.hasTls) wrong('tls_unused', 'tls');
  if (kind === 'https_https' && pool.sticky_session) wrong('sticky_session_encrypted', 'sticky_session');
  if (pool.proxy_protocol_enabled && kind !== 'https_https' && kind !== 'tcp') wrong('proxy_protocol_unused', 'proxy_protocol_enabled');
  const headers = Object.entries(pool.insert_headers ?? {}).flatMap(([name, isSet]) => (isSet ? [name] : []));
  const speaksHttp = LISTENER_KINDS[kind].backend === 'HTTP';
  if (headers.length > 0 && !speaksHttp) wrong('headers_unused', 'insert_headers');
  else if (!pool.hasClientCa && headers.some((name) => (CLIENT_CERTIFICATE_HEADERS as readonly string[]).includes(name)))
    wrong('headers_client_ca', 'insert_headers');
  const { healthmonitor: monitor } = pool;
  if (!monitor) return problems;
  const { monitors }: { monitors: readonly string[] } = LISTENER_KINDS[kind];
  if (!monitors.includes(monitor.type)) wrong('monitor_type', 'healthmonitor', 'type');
  if (typeof monitor.url_path === 'string' && !ASKS_BY_PATH.has(monitor.type)) wrong('monitor_path_unused', 'healthmonitor', 'url_path');
  return problems;
}

/** What can be wrong with a pool, beside what any value may have. */
export const poolFieldTexts = {
  pool_protocols: 'Nothing leads from this protocol to that one.',
  pool_port_taken: 'Another pool of the load balancer takes this port.',
  tls_missing: 'The load balancer needs a certificate and its key.',
  tls_unused: 'A certificate is used only where HTTPS arrives and HTTP is passed on.',
  sticky_session_encrypted: 'Where traffic is passed on encrypted, nobody is recognised.',
  proxy_protocol_unused: 'The PROXY protocol is used only where HTTPS or TCP is passed on as it is.',
  headers_unused: 'Headers are added only where HTTP is passed on.',
  headers_client_ca: 'Headers on client certificates need the certificate of their authority.',
  monitor_type: 'This check does not fit the protocol of the pool.',
  monitor_path_unused: 'A path is used only by HTTP and HTTPS.',
  monitor_timeout: 'The time for an answer must be shorter than that between two checks.',
  url_path: 'A path begins with a slash and has no blanks: /health.',
  connection_limit: 'At least 1 connection, or -1 for any number.',
  cidr_version: 'The load balancer has an address of the other version of IP.',
  member_address_missing: 'The server has several addresses that can be reached: choose one.',
  member_unreachable: 'The server has no address in a network of the load balancer, or connected to it by a router.',
  member_address: 'This is no address of the server that the load balancer reaches.',
  certificate_unreadable: 'This is no certificate in PEM or DER.',
  certificate_container: 'PKCS #7 and PKCS #12 are not taken: convert it to PEM.',
  certificate_order: 'Each certificate must be followed by the one that has signed it.',
  certificate_expired: 'The certificate has expired, or is not valid yet.',
  certificate_too_many: 'At most {max} certificates are taken.',
  key_unreadable: 'This is no private key in PEM or DER.',
  key_passphrase: 'The key is encrypted, and this is not its password.',
  key_costly: 'The key is encrypted by more rounds than are computed here.',
  key_mismatch: 'The key does not belong to the certificate.',
  ca_unfit: 'This certificate may sign no others.',
} as const;
