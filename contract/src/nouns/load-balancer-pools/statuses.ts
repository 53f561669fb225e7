import type { Statuses } from '../../wire/statuses.ts';

/** How a pool may be (S1 §4). */
export const POOL_STATUSES = {
  CREATING: 'progress',
  ACTIVE: 'ok',
  CONFIGURING: 'progress',
  DELETING: 'progress',
  ERROR: 'error',
} as const satisfies Statuses;
export type PoolStatus = keyof typeof POOL_STATUSES;

/** Whether something is made of one now (S1 §4). */
export const isPoolInProgress = (status: string): boolean => ['CREATING', 'CONFIGURING', 'DELETING'].includes(status);

/** How a member may be (S1 §4). */
export const MEMBER_HEALTH = {
  HEALTHY: 'ok',
  UNHEALTHY: 'error',
  DISABLED: 'neutral',
  UNKNOWN: 'neutral',
  ERROR: 'error',
} as const satisfies Statuses;
export type MemberHealth = keyof typeof MEMBER_HEALTH;

/** How a member is shown: one that is switched off is that, whatever its health. */
export const shownHealth = ({ enabled, health }: { enabled: boolean; health: string }): string => (enabled ? health : 'DISABLED');
