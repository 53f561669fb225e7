import type { Statuses } from '../../wire/statuses.ts';

/** What may be the matter with a service that an engine asks: it answers otherwise than its API promises, or not at all, or is not there. */
export const SERVICE_PROBLEMS = { failing: 'warning', silent: 'error', missing: 'neutral' } as const satisfies Statuses;

/** How an engine may be, and each of its services. */
export const ENGINE_STATUSES = { answers: 'ok', ...SERVICE_PROBLEMS } as const satisfies Statuses;
