import type { Pool, PoolMember } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { shownHealth } from '@gantry/contract/nouns/load-balancer-pools/statuses';

/** How many members there are, how many of them work, and how many are switched on. */
export function countsOf(members: readonly PoolMember[]) {
  const healthy = members.filter((one) => shownHealth(one) === 'HEALTHY').length;
  return { all: members.length, healthy, enabled: members.filter(({ enabled }) => enabled).length };
}

/** Nobody gets what arrives: each member that is switched on has been looked at, and fails. */
export function isAllDown({ members, healthmonitor: monitor }: Pick<Pool, 'members' | 'healthmonitor'>): boolean {
  const on = members.filter(({ enabled }) => enabled);
  return monitor !== null && on.length > 0 && on.every(({ health, gone }) => gone || health === 'UNHEALTHY' || health === 'ERROR');
}

/** Days left, below which a certificate that ends is warned of. */
const WARNED_DAYS = 30;
const DAY = 86_400_000;

/** Whole days until a certificate ends; negative where it has. */
export const daysLeft = (notAfter: string, now: number): number => Math.floor((Date.parse(notAfter) - now) / DAY);

export const isEndingSoon = (notAfter: string, now: number): boolean => daysLeft(notAfter, now) < WARNED_DAYS;
