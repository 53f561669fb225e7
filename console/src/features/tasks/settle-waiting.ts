import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { api } from '../../app/api/calls.ts';
import { ApiError } from '../../app/api/errors.ts';
import { callApi } from '../../app/api/request.ts';
import { centreStore, forget } from '../../app/notify/centre.ts';
import { notify } from '../../app/notify/notices.ts';
import { noticeOf, type Telling } from './task-notice.ts';

/**
 * What the notification centre still shows as in progress may have ended while nobody was here: it becomes its result, without a pop-up. Only of
 * the project one is in: of others' tasks nothing is told there.
 */
export async function settleWaiting(tasks: readonly Task[], projectId: string | null, telling: Telling): Promise<void> {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const waiting = centreStore.get().items.filter(({ type, task }) => type === 'progress' && task?.project_id === projectId);
  for (const entry of waiting) {
    const taskId = entry.task?.id ?? '';
    try {
      const task = known.get(taskId) ?? (await callApi(api.tasks.read, { params: { taskId } }));
      if (isEnded(task)) notify({ ...noticeOf(telling, task), showBottom: false });
    } catch (error) {
      // Forgotten after a month.
      if (error instanceof ApiError && error.status === 404) forget(entry);
      else console.warn('What has become of a task could not be read', error);
    }
  }
}
