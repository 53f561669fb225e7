/** What the load balancing service calls what is said of pools here. */
import { INSERTED_HEADERS, type InsertedHeader } from '@gantry/contract/nouns/load-balancer-pools/values';
import type { MemberHealth, PoolStatus } from '@gantry/contract/nouns/load-balancer-pools/statuses';

/** The service's names where they are others. */
const HEADERS: Readonly<Partial<Record<InsertedHeader, string>>> = { 'X-SSL-Client-Issuer': 'X-SSL-Issuer' };

const octaviaHeader = (name: InsertedHeader): string => HEADERS[name] ?? name;

/** Headers that servers get, of those that are known here. */
export const headersOf = (inserted: Readonly<Record<string, unknown>> | null | undefined): Partial<Record<InsertedHeader, boolean>> =>
  Object.fromEntries(INSERTED_HEADERS.flatMap((name) => (String(inserted?.[octaviaHeader(name)]) === 'true' ? [[name, true]] : [])));

/** All headers as the service takes them: those that are known here as they are asked for, the others as they are. */
export function headersAsked(
  wanted: { readonly [K in InsertedHeader]?: boolean | undefined },
  before: Readonly<Record<string, unknown>> = {},
): Record<string, string> {
  const known = new Set<string>(INSERTED_HEADERS.map(octaviaHeader));
  const others = Object.entries(before).filter(([name]) => !known.has(name));
  const asked = INSERTED_HEADERS.filter((name) => wanted[name]).map((name) => [octaviaHeader(name), 'true'] as const);
  return Object.fromEntries([...others.map(([name, value]) => [name, String(value)] as const), ...asked]);
}

/** By how much one piece's status says more of the whole than another's. */
const WEIGHT: readonly PoolStatus[] = ['ACTIVE', 'CONFIGURING', 'CREATING', 'DELETING', 'ERROR'];
const STATUSES: ReadonlyMap<string, PoolStatus> = new Map([
  ['ACTIVE', 'ACTIVE'],
  ['PENDING_CREATE', 'CREATING'],
  ['PENDING_UPDATE', 'CONFIGURING'],
  ['PENDING_DELETE', 'DELETING'],
  ['DELETED', 'DELETING'],
  ['ERROR', 'ERROR'],
]);

/** How a pool is that is made of pieces with these statuses; one that nobody knows is an error. */
export const statusOf = (pieces: readonly string[]): PoolStatus =>
  pieces
    .map((status) => STATUSES.get(status) ?? 'ERROR')
    .reduce<PoolStatus>((worst, one) => (WEIGHT.indexOf(one) > WEIGHT.indexOf(worst) ? one : worst), 'ACTIVE');

const HEALTH: ReadonlyMap<string, MemberHealth> = new Map([
  ['ONLINE', 'HEALTHY'],
  ['DRAINING', 'HEALTHY'],
  ['ERROR', 'UNHEALTHY'],
  ['NO_MONITOR', 'UNKNOWN'],
  ['OFFLINE', 'UNKNOWN'],
]);

/** How a member is: switched off only where somebody has done so; what nobody knows is not guessed. */
export function healthOf(member: { admin_state_up: boolean; operating_status: string; provisioning_status: string }): MemberHealth {
  if (!member.admin_state_up) return 'DISABLED';
  if (member.provisioning_status === 'ERROR') return 'ERROR';
  return HEALTH.get(member.operating_status) ?? 'UNKNOWN';
}
