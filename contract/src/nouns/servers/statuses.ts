import { isStatus, type Statuses, type Tone } from '../../wire/statuses.ts';

/**
 * The words that lists of servers are filtered by, each with the statuses that stand under it (S2 §4). In progress are those in which something
 * goes on even without a task state (decision F5); under `other` stand those of none of its groups (§12 F).
 */
export const STATUS_WORDS = {
  running: { ACTIVE: 'ok', LIVE_RESIZE: 'ok', VERIFY_LIVE_RESIZE: 'ok', RESCUE: 'warning' },
  stopped: { SUSPENDED: 'neutral', PAUSED: 'warning', SHUTOFF: 'neutral', SHELVED: 'neutral', SHELVED_OFFLOADED: 'neutral' },
  errored: { ERROR: 'error', UNKNOWN: 'neutral' },
  'in-progress': {
    BUILD: 'progress',
    HARD_REBOOT: 'progress',
    MIGRATING: 'progress',
    PASSWORD: 'progress',
    REBOOT: 'progress',
    REBUILD: 'progress',
    RESIZE: 'progress',
    REVERT_RESIZE: 'progress',
  },
  other: { VERIFY_RESIZE: 'warning', DELETED: 'neutral', SOFT_DELETED: 'neutral' },
} as const satisfies Record<string, Statuses>;
export type StatusWord = keyof typeof STATUS_WORDS;

/** Whether a status stands under a word. */
export const standsUnder = (word: StatusWord, status: string): boolean => isStatus(STATUS_WORDS[word], status);

/** How each word looks. */
export const WORD_TONES = {
  running: 'ok',
  stopped: 'neutral',
  errored: 'error',
  'in-progress': 'progress',
  other: 'neutral',
} as const satisfies Record<StatusWord, Tone>;

/** How a server may be (S2 §4). */
export const SERVER_STATUSES = {
  ...STATUS_WORDS.running,
  ...STATUS_WORDS.stopped,
  ...STATUS_WORDS.errored,
  ...STATUS_WORDS['in-progress'],
  ...STATUS_WORDS.other,
} as const satisfies Statuses;

/** Task states that are known by name (choice.server-task-state-list); any other one counts as in progress as well. */
export const SERVER_TASK_STATES = [
  'scheduling',
  'block_device_mapping',
  'networking',
  'spawning',
  'deleting',
  'soft-deleting',
  'restoring',
  'rebooting',
  'reboot_pending',
  'reboot_started',
  'rebooting_hard',
  'reboot_pending_hard',
  'reboot_started_hard',
  'rebuilding',
  'rebuild_block_device_mapping',
  'rebuild_spawning',
  'resize_prep',
  'resize_migrating',
  'resize_migrated',
  'resize_finish',
  'resize_reverting',
  'resize_confirming',
  'image_snapshot',
  'image_snapshot_pending',
  'image_pending_upload',
  'image_uploading',
  'image_backup',
  'updating_password',
  'pausing',
  'unpausing',
  'suspending',
  'resuming',
  'powering-off',
  'powering-on',
  'rescuing',
  'unrescuing',
  'migrating',
  'shelving',
  'shelving_image_pending_upload',
  'shelving_image_uploading',
  'shelving_offloading',
  'unshelving',
] as const;
