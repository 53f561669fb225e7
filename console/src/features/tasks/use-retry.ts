import { useCallback } from 'react';
import { api } from '../../app/api/calls.ts';
import { useSend } from '../../app/api/hooks.ts';
import { callApi } from '../../app/api/request.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { againFor } from './again.ts';

/** Name of the action, on its pages and in notices. */
export const RETRY = 'tasks.retry';

/**
 * Does a task once more for what it failed at. Answers the new task; undefined where it has none, false where it cannot be repeated. Rejects with
 * ApiError.
 */
export function useRetry(): (taskId: string) => Promise<string | undefined | false> {
  const send = useSend();
  const refresh = useRefresh('task');
  return useCallback(
    async (taskId) => {
      const again = againFor(await callApi(api.tasks.read, { params: { taskId } }, { fresh: true }));
      if (!again) return false;
      const answer: unknown = await send(again.call, again.input);
      await refresh();
      const made = typeof answer === 'object' && answer !== null && 'task_id' in answer ? answer.task_id : undefined;
      return typeof made === 'string' ? made : undefined;
    },
    [send, refresh],
  );
}
