import type { ServerAction } from '@gantry/contract/nouns/servers/history';
import type { SERVER_STATUSES, SERVER_TASK_STATES } from '@gantry/contract/nouns/servers/statuses';
import type { Guests, Writing } from './guests.ts';
import type { Timings } from './settings.ts';

type Status = keyof typeof SERVER_STATUSES;
export type TaskState = (typeof SERVER_TASK_STATES)[number];

/** How one action on a server goes: the task states it passes through, in order, and where it ends. */
export interface Plan {
  /** Name in the history (S2 §4). */
  history: ServerAction;
  /** Status while it goes on; absent: the status stays. */
  status?: Status;
  /** The last of `steps` has this status instead. */
  lastStatus?: Status;
  steps: readonly TaskState[];
  /** `before`: the status from before. `power`: running or shut off, as it was before. `gone`: there is no server any more. */
  end: Status | 'before' | 'power' | 'gone';
  /** What a failure leaves behind: the status from before, or ERROR with a fault. */
  failure: 'before' | 'ERROR';
  /** Value of the metadata key that makes it fail (see faults.ts); the action's own name where absent. */
  fault?: string;
  timing: Exclude<keyof Timings, 'attach' | 'balancer' | 'volume' | 'snapshot' | 'grace' | 'halt'>;
  /** The guest is asked first, and has until the grace time is over (see guests.ts). */
  asks?: true;
  /** Goes on although the server's node is down. */
  remote?: true;
  /** What shows on the console at the end. */
  console?: readonly Writing[];
}

/** The actions of the platform. Statuses and task states outside this table never occur on it. */
export const PLANS = {
  create: {
    history: 'create',
    status: 'BUILD',
    steps: ['scheduling', 'block_device_mapping', 'networking', 'spawning'],
    end: 'ACTIVE',
    failure: 'ERROR',
    fault: 'spawn',
    timing: 'build',
    console: ['boot'],
  },
  start: { history: 'start', steps: ['powering-on'], end: 'ACTIVE', failure: 'before', timing: 'start', console: ['boot'] },
  stop: { history: 'stop', steps: ['powering-off'], end: 'SHUTOFF', failure: 'before', timing: 'stop', asks: true, console: ['halt'] },
  // The history of compute services has one name for both.
  powerOff: { history: 'stop', steps: ['powering-off'], end: 'SHUTOFF', failure: 'before', timing: 'stop', console: ['cut'] },
  reboot: {
    history: 'reboot',
    status: 'REBOOT',
    steps: ['rebooting', 'reboot_pending', 'reboot_started'],
    end: 'ACTIVE',
    failure: 'ERROR',
    timing: 'reboot',
    asks: true,
    console: ['halt', 'boot'],
  },
  hardReboot: {
    history: 'reboot',
    status: 'HARD_REBOOT',
    steps: ['rebooting_hard', 'reboot_pending_hard', 'reboot_started_hard'],
    end: 'ACTIVE',
    failure: 'ERROR',
    fault: 'reboot',
    timing: 'reboot',
    console: ['cut', 'boot'],
  },
  pause: { history: 'pause', steps: ['pausing'], end: 'PAUSED', failure: 'before', timing: 'pause' },
  unpause: { history: 'unpause', steps: ['unpausing'], end: 'ACTIVE', failure: 'before', timing: 'pause' },
  suspend: { history: 'suspend', steps: ['suspending'], end: 'SUSPENDED', failure: 'before', timing: 'suspend' },
  resume: { history: 'resume', steps: ['resuming'], end: 'ACTIVE', failure: 'before', timing: 'suspend' },
  shelve: {
    history: 'shelve',
    steps: ['shelving', 'shelving_offloading'],
    lastStatus: 'SHELVED',
    end: 'SHELVED_OFFLOADED',
    failure: 'before',
    timing: 'shelve',
    console: ['halt'],
  },
  unshelve: {
    history: 'unshelve',
    steps: ['unshelving', 'spawning'],
    end: 'ACTIVE',
    failure: 'before',
    timing: 'shelve',
    console: ['boot'],
  },
  rescue: {
    history: 'rescue',
    steps: ['rescuing'],
    end: 'RESCUE',
    failure: 'before',
    timing: 'rescue',
    console: ['cut', 'rescue', 'boot'],
  },
  unrescue: { history: 'unrescue', steps: ['unrescuing'], end: 'ACTIVE', failure: 'before', timing: 'rescue', console: ['halt', 'boot'] },
  rebuild: {
    history: 'rebuild',
    status: 'REBUILD',
    steps: ['rebuilding', 'rebuild_block_device_mapping', 'rebuild_spawning'],
    end: 'power',
    failure: 'ERROR',
    timing: 'rebuild',
    console: ['cut', 'boot'],
  },
  resize: {
    history: 'resize',
    status: 'RESIZE',
    steps: ['resize_prep', 'resize_migrating', 'resize_migrated', 'resize_finish'],
    end: 'VERIFY_RESIZE',
    failure: 'before',
    timing: 'resize',
  },
  confirmResize: { history: 'confirmResize', steps: ['resize_confirming'], end: 'SHUTOFF', failure: 'before', timing: 'confirm' },
  revertResize: {
    history: 'revertResize',
    status: 'REVERT_RESIZE',
    steps: ['resize_reverting'],
    end: 'SHUTOFF',
    failure: 'before',
    timing: 'confirm',
  },
  liveResize: {
    history: 'resize',
    status: 'LIVE_RESIZE',
    steps: ['resize_prep', 'resize_finish'],
    end: 'ACTIVE',
    failure: 'before',
    timing: 'resize',
    console: ['plug'],
  },
  changePassword: {
    history: 'changePassword',
    status: 'PASSWORD',
    steps: ['updating_password'],
    end: 'ACTIVE',
    failure: 'before',
    timing: 'password',
    console: ['password'],
  },
  createImage: {
    history: 'createImage',
    steps: ['image_snapshot', 'image_pending_upload', 'image_uploading'],
    end: 'before',
    failure: 'before',
    timing: 'image',
  },
  migrate: {
    history: 'migrate',
    status: 'RESIZE',
    steps: ['resize_prep', 'resize_migrating', 'resize_migrated', 'resize_finish'],
    end: 'VERIFY_RESIZE',
    failure: 'before',
    timing: 'migrate',
  },
  liveMigrate: {
    history: 'live-migration',
    status: 'MIGRATING',
    steps: ['migrating'],
    end: 'before',
    failure: 'before',
    timing: 'migrate',
  },
  evacuate: {
    history: 'evacuate',
    status: 'REBUILD',
    steps: ['rebuilding', 'rebuild_spawning'],
    end: 'power',
    failure: 'before',
    timing: 'migrate',
    remote: true,
    console: ['boot'],
  },
  delete: { history: 'delete', steps: ['deleting'], end: 'gone', failure: 'ERROR', timing: 'delete', remote: true },
} as const satisfies Record<string, Plan>;

export type Action = keyof typeof PLANS;

export const planOf = (action: Action): Plan => PLANS[action];

/** Statuses of servers whose guest does not run and is not meant to. */
const OFF: ReadonlySet<string> = new Set(['SHUTOFF', 'SUSPENDED', 'RESIZE', 'VERIFY_RESIZE', 'REVERT_RESIZE']);

/** Status a server has at the end of a plan. `before`: the one it had when the action began. */
export function endStatus(plan: Plan, before: string): string {
  if (plan.end === 'before') return before;
  if (plan.end === 'power') return OFF.has(before) ? 'SHUTOFF' : 'ACTIVE';
  return plan.end;
}

/** Status and task state during a step. */
export const stateIn = (plan: Plan, step: number, before: string): { status: string; task_state: string } => ({
  status: (step === plan.steps.length - 1 ? plan.lastStatus : undefined) ?? plan.status ?? before,
  task_state: plan.steps[step]!,
});

/** Milliseconds one step of a plan takes. */
export const stepTime = (plan: Plan, guests: Guests): number => guests.takes(plan.timing) / plan.steps.length;
