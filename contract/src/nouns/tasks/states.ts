/** Task states (S0 §4). */
export const TASK_STATES = [
  'starting',
  'running',
  'cancelling',
  'paused',
  'scheduled',
  'success',
  'failed',
  'cancelled',
  'aborted',
] as const;
export type TaskState = (typeof TASK_STATES)[number];

const ENDED_STATES: ReadonlySet<string> = new Set<TaskState>(['success', 'failed', 'cancelled', 'aborted']);
export const isEnded = (task: { state: string }): boolean => ENDED_STATES.has(task.state);
