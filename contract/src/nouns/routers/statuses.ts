import type { Statuses } from '../../wire/statuses.ts';

/** How a router may be, and each of its interfaces (S2 §3). */
export const ROUTER_STATUSES = { ACTIVE: 'ok', DOWN: 'neutral', ERROR: 'error' } as const satisfies Statuses;
