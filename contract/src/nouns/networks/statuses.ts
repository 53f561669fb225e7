import type { Statuses } from '../../wire/statuses.ts';

/** How a network may be: in the network service's words. */
export const NETWORK_STATUSES = { ACTIVE: 'ok', BUILD: 'progress', DOWN: 'neutral', ERROR: 'error' } as const satisfies Statuses;
