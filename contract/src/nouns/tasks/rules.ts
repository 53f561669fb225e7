import { no, type Rule } from '../../wire/rule-result.ts';
import { isEnded, type TaskState } from './states.ts';

/** What the rules look at. Both the store's document and the console's entity have it. */
interface RunningTask {
  state: TaskState;
  items: readonly { state: TaskState }[];
}

/** What has not begun can be left out. What the cloud has accepted goes on there, whatever is said here. */
export const isCancellable: Rule<RunningTask> = (task) => {
  if (isEnded(task)) return no('task_ended');
  return task.items.some(({ state }) => state === 'starting') ? true : no('task_begun');
};
