import type { Statuses } from '../../wire/statuses.ts';

/** How a load balancer may be (S1 §4); the API emits no other (choice.lb-status-mapping). */
export const LOAD_BALANCER_STATUSES = {
  CREATING: 'progress',
  ACTIVE: 'ok',
  DISABLED: 'neutral',
  CONFIGURING: 'progress',
  DELETING: 'progress',
  ERROR: 'error',
  DEPLOYMENT_FAILED: 'error',
} as const satisfies Statuses;
export type LoadBalancerStatus = keyof typeof LOAD_BALANCER_STATUSES;

/** Whether one is on its way to be there, or to be gone (S1 §4). One that is configured goes on working. */
export const isLoadBalancerInProgress = (status: string): boolean => status === 'CREATING' || status === 'DELETING';

/** What clouds call the same (S2 §4), and what it is here (decision F1). */
const OF_CLOUDS: Readonly<Record<string, LoadBalancerStatus>> = {
  BUILD: 'CREATING',
  PENDING_CREATE: 'CREATING',
  PENDING_UPDATE: 'CONFIGURING',
  PENDING_DELETE: 'DELETING',
  DOWN: 'DISABLED',
};

/**
 * A status of either of the two sets as the API emits it; one that nobody knows is an error.
 * @param wasActive whether it has ever worked: one that fails before has never been there
 */
export function loadBalancerStatusOf(status: string, wasActive = true): LoadBalancerStatus {
  if (status === 'ERROR') return wasActive ? 'ERROR' : 'DEPLOYMENT_FAILED';
  if (Object.hasOwn(OF_CLOUDS, status)) return OF_CLOUDS[status]!;
  return Object.hasOwn(LOAD_BALANCER_STATUSES, status) ? (status as LoadBalancerStatus) : 'ERROR';
}
