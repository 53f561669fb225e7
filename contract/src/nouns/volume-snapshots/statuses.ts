import type { Statuses } from '../../wire/statuses.ts';

/** How a snapshot may be (S2 §4). */
export const SNAPSHOT_STATUSES = {
  available: 'ok',
  backing_up: 'progress',
  creating: 'progress',
  deleting: 'progress',
  deleted: 'neutral',
  error: 'error',
  error_deleting: 'error',
  restoring: 'progress',
  unmanaging: 'progress',
  updating: 'progress',
  delete_pending: 'progress',
  delete_paused: 'warning',
} as const satisfies Statuses;
