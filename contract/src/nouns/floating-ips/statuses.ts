import type { Statuses } from '../../wire/statuses.ts';

/** How a floating IP may be (S1 §3): down is one that leads nowhere. */
export const FLOATING_IP_STATUSES = { ACTIVE: 'ok', DOWN: 'neutral', ERROR: 'error' } as const satisfies Statuses;
