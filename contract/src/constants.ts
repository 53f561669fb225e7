/** Numbers and names that both sides share. Sources: S0 §9, S2 §9. */

/** Rows a list asks for when nothing else is said (S0 §9). */
export const PAGE_SIZE = 20;
/** Most rows one page may hold. */
export const PAGE_LIMIT = 1000;
/** Most resources that are sorted by a figure that is not stored, such as what servers use: all of them are measured at once. */
export const FIGURE_SORT_MAX = 1000;
/** Most bytes of a request's body, where its call declares no other limit. */
export const BODY_BYTES = 64 * 1024;
/** Most bytes of an answer (2 MB): a page of a list ends earlier, with its marker. */
export const ANSWER_BYTES = 2_000_000;
/** Most bytes that lists of tasks show of each of `args`, `kwargs` and `result` (decision E). */
export const TASK_BRIEF_BYTES = 1024;
/** Where users reach the product, unless it is set up otherwise (S0 §1). */
export const SELF_SERVICE_PORT = 8800;
/** The domain that always exists and cannot be deleted (S0 §3). */
export const DEFAULT_DOMAIN = { id: 'default', name: 'Default' } as const;
/** The project every fresh installation has (S0 §3). */
export const DEFAULT_PROJECT_NAME = 'admin';
/** Tag of what belongs to the platform itself: users of its services, security groups (S0 §9, decision F29). */
export const SYSTEM_TAG = 'hci.system';
/** Languages the console speaks (S0 §1). */
export const LOCALES = ['ar', 'de', 'en', 'es', 'ja', 'pt', 'ru', 'tr', 'zh'] as const;
export type Locale = (typeof LOCALES)[number];
/** Language when nothing else is chosen (S0 §1). */
export const DEFAULT_LOCALE: Locale = 'en';
/** Base of size units: 1 KiB = 1024 B (S0 §9). */
export const SIZE_BASE = 1024;
/**
 * Most of what one server may have, and most servers of one request (screens C3). `scriptBytes`: before encoding. `metadata` and `tags`:
 * as compute services have them.
 */
export const SERVER_LIMITS = {
  volumes: 15,
  interfaces: 15,
  traits: 20,
  count: 50,
  scriptBytes: 64 * 1024,
  metadata: 128,
  tags: 50,
} as const;
/** Seconds that a guest has to shut down before its power is cut (screens C2); `endless` waits as long as it takes. */
export const SHUTDOWN_SECONDS = { min: 1, default: 60, max: 24 * 60 * 60, endless: -1 } as const;
/** Milliseconds without any change after which a server that is in progress counts as stuck. Nothing is done by it: users are shown a way out. */
export const SERVER_STUCK_MS = 15 * 60_000;
/** Smallest and largest volume in GiB (S2 §9, decision F14: 1 GiB to 512 TiB). */
export const VOLUME_GIB = { min: 1, max: 512 * 1024 } as const;
/** Hours between two snapshots of a schedule, and most that it keeps (ours). */
export const SNAPSHOT_SCHEDULE = { hours: { min: 1, max: 31 * 24 }, keep: 30 } as const;
/**
 * Networks: most subnets, pools of addresses, name servers and policies of one (ours), the bounds of the largest packet in bytes and of the
 * number of a VLAN (screens E2).
 */
export const NETWORK_LIMITS = {
  subnets: 10,
  pools: 10,
  nameservers: 5,
  policies: 50,
  mtu: { min: 1500, max: 9000 },
  vlan: { min: 1, max: 4094 },
} as const;
/** Most characters of a query of metrics (ours). */
export const METRICS_QUERY = { max: 8192, points: 1000, samples: 20_000 } as const;
/**
 * Images: the largest disk (GiB) and memory (MiB) that one may ask for (ours), and most bytes of one: those of the largest volume.
 * `virtualBytes`: most bytes of the disk that its file describes. No volume could hold a larger one, and a header can claim 2^64 bytes.
 */
export const IMAGE_LIMITS = {
  minDisk: 512 * 1024,
  minRam: 64 * 1024 * 1024,
  bytes: 512 * 1024 ** 4,
  virtualBytes: 512 * 1024 ** 4,
} as const;
/** Routers: most external addresses, static routes and internal interfaces of one (ours; Neutron's is 30 routes). */
export const ROUTER_LIMITS = { externalAddresses: 10, routes: 30, interfaces: 50 } as const;
/** Most rules that a security group is made with, and that are added at a time (ours). */
export const SECURITY_GROUP_LIMITS = { rules: 50, added: 20 } as const;
/** Most things that one bulk call takes (ours). */
export const BULK_MAX = 200;
