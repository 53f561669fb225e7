import type { Statuses } from '../../wire/statuses.ts';

/** How a VPN connection may be, and the service of a router that it belongs to (S2 §4). */
export const VPN_STATUSES = {
  ACTIVE: 'ok',
  /** Nobody on the other side answers; so is every new one until somebody does. */
  DOWN: 'neutral',
  BUILD: 'progress',
  ERROR: 'error',
  PENDING_CREATE: 'progress',
  PENDING_UPDATE: 'progress',
  PENDING_DELETE: 'progress',
} as const satisfies Statuses;
export type VpnStatus = keyof typeof VPN_STATUSES;

const SETTLED: ReadonlySet<string> = new Set(['ACTIVE', 'DOWN', 'ERROR']);

/** Whether something is made of one now. */
export const isVpnInProgress = (status: string): boolean => !SETTLED.has(status);
