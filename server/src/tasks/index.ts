import type { TaskRunner, TaskRunnerOptions } from './port.ts';
import { Runner } from './runner.ts';

export { forgetTasks } from './forget.ts';

/** The task runner of this process. Tasks run from `start` on. */
export const createTaskRunner = (options: TaskRunnerOptions): TaskRunner => new Runner(options);
