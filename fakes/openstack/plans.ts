export type Status =
  | 'ACTIVE'
  | 'BUILD'
  | 'DELETED'
  | 'ERROR'
  | 'HARD_REBOOT'
  | 'MIGRATING'
  | 'PASSWORD'
  | 'PAUSED'
  | 'REBOOT'
  | 'REBUILD'
  | 'RESCUE'
  | 'RESIZE'
  | 'REVERT_RESIZE'
  | 'SHELVED_OFFLOADED'
  | 'SHUTOFF'
  | 'SUSPENDED'
  | 'VERIFY_RESIZE';

/** How a server is when nothing goes on with it. */
export interface Rest {
  status: Status;
  vmState: string;
  powerState: number;
}

export const REST = {
  active: { status: 'ACTIVE', vmState: 'active', powerState: 1 },
  stopped: { status: 'SHUTOFF', vmState: 'stopped', powerState: 4 },
  paused: { status: 'PAUSED', vmState: 'paused', powerState: 3 },
  suspended: { status: 'SUSPENDED', vmState: 'suspended', powerState: 4 },
  shelved: { status: 'SHELVED_OFFLOADED', vmState: 'shelved_offloaded', powerState: 4 },
  rescued: { status: 'RESCUE', vmState: 'rescued', powerState: 1 },
  resized: { status: 'VERIFY_RESIZE', vmState: 'resized', powerState: 1 },
  error: { status: 'ERROR', vmState: 'error', powerState: 0 },
} as const satisfies Record<string, Rest>;

/** An action of Nova on one server. */
export interface Plan {
  /** Its name in the server's history. */
  action: string;
  /** States of the machine that it begins in. */
  from: readonly string[];
  /** What may go on when it begins; it takes the place of that. Absent: nothing may. */
  despite?: readonly string[];
  /** What goes on meanwhile; null: nothing, it is done when accepted. */
  task: string | null;
  /** Status meanwhile, where it is another one. */
  during?: Status;
  /** Where it ends; absent: as it began. */
  end?: Rest;
  /** Name in the policy of an action that is open to administrators only. */
  policy?: string;
}

const RUNS = ['active'];
const ANY = ['active', 'stopped', 'paused', 'suspended', 'rescued', 'resized', 'error', 'shelved_offloaded'];

/** By the name of the request's body. */
export const PLANS: Readonly<Record<string, Plan>> = {
  'os-start': { action: 'start', from: ['stopped'], task: 'powering-on', end: REST.active },
  'os-stop': { action: 'stop', from: ['active', 'rescued', 'error'], task: 'powering-off', end: REST.stopped },
  pause: { action: 'pause', from: RUNS, task: 'pausing', end: REST.paused },
  unpause: { action: 'unpause', from: ['paused'], task: 'unpausing', end: REST.active },
  suspend: { action: 'suspend', from: RUNS, task: 'suspending', end: REST.suspended },
  resume: { action: 'resume', from: ['suspended'], task: 'resuming', end: REST.active },
  shelve: { action: 'shelve', from: ['active', 'stopped', 'paused', 'suspended'], task: 'shelving', end: REST.shelved },
  unshelve: { action: 'unshelve', from: ['shelved_offloaded'], task: 'unshelving', end: REST.active },
  rescue: { action: 'rescue', from: ['active', 'stopped', 'error'], task: 'rescuing', end: REST.rescued },
  unrescue: { action: 'unrescue', from: ['rescued'], task: 'unrescuing', end: REST.active },
  rebuild: { action: 'rebuild', from: ['active', 'stopped', 'error'], task: 'rebuilding', during: 'REBUILD', end: REST.active },
  changePassword: { action: 'changePassword', from: RUNS, task: 'updating_password', during: 'PASSWORD' },
  createImage: { action: 'createImage', from: ['active', 'stopped', 'paused', 'suspended'], task: 'image_snapshot' },
  resize: { action: 'resize', from: ['active', 'stopped'], task: 'resize_prep', during: 'RESIZE', end: REST.resized },
  confirmResize: { action: 'confirmResize', from: ['resized'], task: null },
  revertResize: { action: 'revertResize', from: ['resized'], task: 'resize_reverting', during: 'REVERT_RESIZE' },
  migrate: {
    action: 'migrate',
    from: ['active', 'stopped'],
    task: 'resize_prep',
    during: 'RESIZE',
    end: REST.resized,
    policy: 'os-migrate-server:migrate',
  },
  'os-migrateLive': {
    action: 'live-migration',
    from: ['active', 'paused'],
    task: 'migrating',
    during: 'MIGRATING',
    policy: 'os-migrate-server:migrate_live',
  },
  evacuate: { action: 'evacuate', from: ['active', 'stopped', 'error'], task: 'rebuilding', policy: 'os-evacuate' },
  lock: { action: 'lock', from: ANY, task: null },
  unlock: { action: 'unlock', from: ANY, task: null },
  'os-resetState': { action: 'resetState', from: ANY, task: null, policy: 'os-admin-actions:reset_state' },
};

/** Not the same action whether the guest is asked or not. */
export const REBOOT: Readonly<Record<'SOFT' | 'HARD', Plan>> = {
  SOFT: { action: 'reboot', from: RUNS, task: 'rebooting', during: 'REBOOT', end: REST.active },
  HARD: {
    action: 'reboot',
    from: ['active', 'stopped', 'paused', 'suspended', 'error'],
    despite: ['rebooting', 'reboot_pending', 'reboot_started', 'rebooting_hard', 'pausing', 'unpausing', 'suspending', 'resuming'],
    task: 'rebooting_hard',
    during: 'HARD_REBOOT',
    end: REST.active,
  },
};
