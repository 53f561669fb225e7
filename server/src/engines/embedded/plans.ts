import type { Timings } from './settings.ts';

/** How one action on a server goes: the task states it passes through, in order, and where it ends. */
export interface Plan {
  /** Name in the history (S2 §4). */
  history: string;
  /** Status while it goes on; absent: the status stays. */
  status?: 'BUILD' | 'REBOOT' | 'HARD_REBOOT';
  steps: readonly string[];
  end: 'ACTIVE' | 'SHUTOFF' | 'gone';
  /** What a failure leaves behind: the status from before, or ERROR with a fault. */
  failure: 'before' | 'ERROR';
  /** Value of the metadata key that makes it fail (see faults.ts). */
  fault: string;
  timing: keyof Timings;
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
  },
  start: { history: 'start', steps: ['powering-on'], end: 'ACTIVE', failure: 'before', fault: 'start', timing: 'start' },
  stop: { history: 'stop', steps: ['powering-off'], end: 'SHUTOFF', failure: 'before', fault: 'stop', timing: 'stop' },
  reboot: {
    history: 'reboot',
    status: 'REBOOT',
    steps: ['rebooting', 'reboot_pending', 'reboot_started'],
    end: 'ACTIVE',
    failure: 'ERROR',
    fault: 'reboot',
    timing: 'reboot',
  },
  hardReboot: {
    history: 'reboot',
    status: 'HARD_REBOOT',
    steps: ['rebooting_hard', 'reboot_pending_hard', 'reboot_started_hard'],
    end: 'ACTIVE',
    failure: 'ERROR',
    fault: 'reboot',
    timing: 'reboot',
  },
  delete: { history: 'delete', steps: ['deleting'], end: 'gone', failure: 'ERROR', fault: 'delete', timing: 'delete' },
} as const satisfies Record<string, Plan>;

export type Action = keyof typeof PLANS;

export const planOf = (action: Action): Plan => PLANS[action];

/** Milliseconds one step of a plan takes. */
export const stepTime = (plan: Plan, timings: Timings): number => timings[plan.timing] / plan.steps.length;
