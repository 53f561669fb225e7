import type { Statuses } from '../../wire/statuses.ts';

/** What came of an action of a server's history, and of each of its steps. */
export const HISTORY_RESULTS = { running: 'progress', success: 'ok', failed: 'error' } as const satisfies Statuses;

/** Names of what is done to servers, as their history has them (S2 §4). An engine's other spelling of one of them is turned into it. */
export const SERVER_ACTIONS = [
  'attach_interface',
  'detach_interface',
  'attach_volume',
  'detach_volume',
  'changePassword',
  'confirmResize',
  'create',
  'createBackup',
  'createImage',
  'delete',
  'evacuate',
  'extend_volume',
  'live-migration',
  'live_migration_cancel',
  'live_migration_force_complete',
  'lock',
  'unlock',
  'migrate',
  'pause',
  'unpause',
  'reboot',
  'rebuild',
  'rescue',
  'unrescue',
  'resize',
  'revertResize',
  'restore',
  'resume',
  'shelve',
  'shelveOffload',
  'unshelve',
  'start',
  'stop',
  'suspend',
  'swap_volume',
  'trigger_crash_dump',
  'resetState',
  'refresh_volume_attachment',
  'backup_exporting',
] as const;
export type ServerAction = (typeof SERVER_ACTIONS)[number];
