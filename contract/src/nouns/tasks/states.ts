import type { Statuses } from '../../wire/statuses.ts';

/** How a task may be (S0 §4). */
export const TASK_STATES = {
  starting: 'progress',
  running: 'progress',
  cancelling: 'progress',
  paused: 'warning',
  scheduled: 'progress',
  success: 'ok',
  failed: 'error',
  cancelled: 'neutral',
  aborted: 'error',
} as const satisfies Statuses;
export type TaskState = keyof typeof TASK_STATES;

const ENDED_STATES: ReadonlySet<string> = new Set<TaskState>(['success', 'failed', 'cancelled', 'aborted']);
export const isEnded = (task: { state: string }): boolean => ENDED_STATES.has(task.state);
