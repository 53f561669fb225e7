import type { Statuses } from '../../wire/statuses.ts';

/** How an image may be (S0 §4). */
export const IMAGE_STATUSES = {
  active: 'ok',
  queued: 'progress',
  uploading: 'progress',
  saving: 'progress',
  importing: 'progress',
  killed: 'error',
  deleted: 'neutral',
  pending_delete: 'neutral',
  deactivated: 'neutral',
} as const satisfies Statuses;
