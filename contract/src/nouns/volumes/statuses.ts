import type { Statuses } from '../../wire/statuses.ts';

/** How a volume may be (S2 §4). */
export const VOLUME_STATUSES = {
  attaching: 'progress',
  available: 'ok',
  'awaiting-transfer': 'progress',
  'backing-up': 'progress',
  creating: 'progress',
  deleted: 'neutral',
  deleting: 'progress',
  detaching: 'progress',
  downloading: 'progress',
  error: 'error',
  'error_backing-up': 'error',
  error_deleting: 'error',
  error_extending: 'error',
  error_restoring: 'error',
  extending: 'progress',
  'in-use': 'ok',
  maintenance: 'warning',
  reserved: 'neutral',
  'restoring-backup': 'progress',
  retyping: 'progress',
  reverting: 'progress',
  uploading: 'progress',
} as const satisfies Statuses;
