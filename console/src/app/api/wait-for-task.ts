import { isEnded, type Task } from '@gantry/contract/nouns/tasks/entity';
import { poll } from '../poll.ts';
import { api } from './calls.ts';
import { ApiError, ERROR_TEXTS } from './errors.ts';
import { healsIn } from './queries.ts';
import { callApi } from './request.ts';

/** Milliseconds between two looks at a task that is waited for. */
const LOOK_MS = 1000;

/** What a task that has ended otherwise than well rejects with. */
function failureOf({ state, error }: Task): ApiError {
  if (state === 'cancelled') return new ApiError('cancel', ERROR_TEXTS.cancel);
  if (!error) return new ApiError('server', 'Task failed due to unknown reason', { code: 'task_failed' });
  const { code, message, params, reason, detail, request_id: requestId } = error;
  return new ApiError('server', message, {
    code,
    data: {
      params,
      ...(reason && { reason: { code: reason.code, ...(reason.params && { params: reason.params }) } }),
      ...(detail !== null && { detail }),
      ...(requestId !== null && { request_id: requestId }),
    },
  });
}

/**
 * Waits until a task has ended. Rejects with ApiError: with the task's own error where it has failed, of the kind `cancel` where it was
 * cancelled (S0 §4), and as the request does where the task cannot be read.
 */
export function waitForTask(taskId: string): Promise<Task> {
  const { promise, resolve, reject } = Promise.withResolvers<Task>();
  const stop = poll(async () => {
    try {
      const task = await callApi(api.tasks.read, { params: { taskId } }, { fresh: true });
      if (!isEnded(task)) return;
      if (task.state === 'success') resolve(task);
      else reject(failureOf(task));
    } catch (error) {
      // What passes by itself is waited for.
      if (error instanceof ApiError && healsIn(error) !== false) return;
      reject(error as Error);
    }
    stop();
  }, LOOK_MS);
  return promise;
}
