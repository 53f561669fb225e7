import type { Task } from '@gantry/contract/nouns/tasks/entity';

/** Tasks whose outcome a dialog is showing: nobody else tells of them meanwhile. */
const shown = new Set<string>();

/** @returns ends it: for a task that is still under way. */
export function showTask(taskId: string): () => void {
  shown.add(taskId);
  return () => void shown.delete(taskId);
}

export const isShownInDialog = (taskId: string): boolean => shown.has(taskId);

/** Whether a task is told of by a notice of somebody's own, such as that of an upload. */
type TaskFilter = (task: Pick<Task, 'id' | 'name' | 'items'>) => boolean;

const ownNotices = new Set<TaskFilter>();

/** Keeps all others from telling of a task, in pop-ups and in the centre. @returns ends it: for a task that is not told of any more */
export function suppressNotices(isOwn: TaskFilter): () => void {
  ownNotices.add(isOwn);
  return () => void ownNotices.delete(isOwn);
}

export const isSuppressed: TaskFilter = (task) => [...ownNotices].some((isOwn) => isOwn(task));
