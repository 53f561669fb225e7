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
  pool_protocols: 'This combination of protocols is not supported.',
  pool_port_taken: 'Another pool of this load balancer already uses this port.',
  tls_missing: 'Enter a certificate and its private key.',
  tls_unused: 'A certificate is used only with HTTPS → HTTP.',
  sticky_session_encrypted: 'Sticky sessions are not available with HTTPS → HTTPS.',
  proxy_protocol_unused: 'The PROXY protocol is available only with HTTPS → HTTPS and TCP → TCP.',
  headers_unused: 'Headers can be inserted only with HTTP → HTTP and HTTPS → HTTP.',
  headers_client_ca: 'Client certificate headers require a client CA certificate.',
  monitor_type: 'This type is not supported for the protocol of the pool.',
  monitor_path_unused: 'A path is used only with HTTP and HTTPS.',
  monitor_timeout: 'The timeout must be shorter than the interval between checks.',
  url_path: 'Enter a path that starts with / and has no spaces, such as /health.',
  connection_limit: 'Enter at least 1, or -1 for unlimited.',
  cidr_version: 'The address of the load balancer has another IP version.',
  member_address_missing: 'This virtual machine has several reachable addresses. Choose one.',
  member_unreachable:
    'The load balancer cannot reach any address of this virtual machine. Connect its network through a router, or choose another virtual machine.',
  member_address: 'The load balancer cannot reach this address of the virtual machine.',
  certificate_unreadable: 'This is not a PEM or DER certificate.',
  certificate_container: 'PKCS #7 and PKCS #12 files are not supported. Convert the file to PEM.',
  certificate_order: 'Put the certificates in order. Each certificate must be followed by the certificate of its issuer.',
  certificate_expired: 'The certificate has expired or is not yet valid.',
  certificate_too_many: 'At most {max} certificates are allowed.',
  key_unreadable: 'This is not a PEM or DER private key.',
  key_passphrase: 'Wrong passphrase for this private key.',
  key_costly: 'The private key is encrypted with too many iterations. Encrypt it again with fewer.',
  key_mismatch: 'The private key does not match the certificate.',
  ca_unfit: 'This is not a CA certificate.',
} as const;
