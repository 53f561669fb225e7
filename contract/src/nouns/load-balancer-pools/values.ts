/** What the pools of load balancers are made of (S1 §9). */

/** How many of each one may have (ours); `ofCreation`: pools that a balancer is made with, `pem` and `key`: characters of certificates and of a key. */
export const POOL_LIMITS = {
  ofBalancer: 20,
  ofCreation: 5,
  pem: 16_384,
  key: 8192,
  members: 100,
  cidrs: 50,
  weight: 256,
  thresholds: 10,
  seconds: 3600,
  connections: 2_147_483_647,
} as const;

/** How servers are chosen. */
export const ALGORITHMS = ['LEAST_CONNECTIONS', 'ROUND_ROBIN', 'SOURCE_IP'] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

/** What a balancer and servers may speak. */
export const POOL_PROTOCOLS = ['HTTPS', 'HTTP', 'TCP', 'UDP'] as const;
export type PoolProtocol = (typeof POOL_PROTOCOLS)[number];

/** How it is found out whether a server works. */
export const MONITOR_TYPES = ['HTTP', 'HTTPS', 'TCP', 'UDP-CONNECT', 'PING'] as const;
export type MonitorType = (typeof MONITOR_TYPES)[number];

/** The five ways from what arrives to the servers: what is spoken on either side, and how servers there may be watched. */
export const LISTENER_KINDS = {
  https_https: { protocol: 'HTTPS', backend: 'HTTPS', monitors: ['HTTPS', 'PING', 'TCP'] },
  https_http: { protocol: 'HTTPS', backend: 'HTTP', monitors: ['HTTP', 'PING', 'TCP'] },
  http_http: { protocol: 'HTTP', backend: 'HTTP', monitors: ['HTTP', 'PING', 'TCP'] },
  udp: { protocol: 'UDP', backend: 'UDP', monitors: ['UDP-CONNECT', 'PING'] },
  tcp: { protocol: 'TCP', backend: 'TCP', monitors: ['TCP', 'HTTP', 'HTTPS', 'PING'] },
} as const satisfies Readonly<Record<string, { protocol: PoolProtocol; backend: PoolProtocol; monitors: readonly MonitorType[] }>>;
export type ListenerKind = keyof typeof LISTENER_KINDS;
export const LISTENER_KIND_NAMES = Object.keys(LISTENER_KINDS) as ListenerKind[];

/** Which of them a pool is; undefined for what is none. */
export const listenerKindOf = (pool: { protocol: string | null; backend_protocol: string | null }): ListenerKind | undefined =>
  LISTENER_KIND_NAMES.find(
    (kind) => LISTENER_KINDS[kind].protocol === pool.protocol && LISTENER_KINDS[kind].backend === pool.backend_protocol,
  );

/** What servers are told of who asks (S1 §9). */
export const FORWARDED_HEADERS = ['X-Forwarded-For', 'X-Forwarded-Port', 'X-Forwarded-Proto'] as const;
/** What servers are told of the certificate that who asks has shown (S1 §9). */
export const CLIENT_CERTIFICATE_HEADERS = [
  'X-SSL-Client-Verify',
  'X-SSL-Client-Has-Cert',
  'X-SSL-Client-DN',
  'X-SSL-Client-CN',
  'X-SSL-Client-Issuer',
  'X-SSL-Client-SHA1',
  'X-SSL-Client-Not-Before',
  'X-SSL-Client-Not-After',
] as const;
export const INSERTED_HEADERS = [...FORWARDED_HEADERS, ...CLIENT_CERTIFICATE_HEADERS] as const;
export type InsertedHeader = (typeof INSERTED_HEADERS)[number];

/** Whether two protocols share the ports of an address: all but UDP are carried by TCP. */
export const isSameTransport = (one: string | null, other: string | null): boolean => (one === 'UDP') === (other === 'UDP');
