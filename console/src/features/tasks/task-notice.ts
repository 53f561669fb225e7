import type { Task, TaskItem } from '@gantry/contract/nouns/tasks/entity';
import type { TFunction } from 'i18next';
import { taskFailure } from '../../app/errors/task-failure.ts';
import type { NoticeInput, NoticeItem, NoticeTask } from '../../app/notify/notices.ts';
import type { Failure } from '../../ui/failure.ts';
import { commandText, isDeletion, noticeType } from './task-texts.ts';

interface Words {
  t: TFunction<'tasks'>;
  shell: TFunction<'shell'>;
}

export interface Telling extends Words {
  /** The page of a thing, where there is one. */
  addressOf(kind: string, id: string): string | undefined;
}

/** Things of a task that its notice names; the rest is in the list of tasks. */
const NAMED = 20;

/** Of a task that is under way. */
export const progressId = ({ id }: Pick<Task, 'id'>): string => `task:${id}`;

/** A failed task on one thing takes the place of the notice that the thing itself has raised. */
function noticeId(task: NoticeTask): string {
  const [item] = task.items;
  return task.state === 'failed' && item?.id && task.total === 1 ? `failed:${task.entity}:${item.id}` : progressId(task);
}

const hasFailed = ({ state }: Pick<TaskItem, 'state'>): boolean => state === 'failed' || state === 'aborted';

const whole = ({ text, reason, detail }: Failure): string => [text, reason, detail].filter((part) => part !== undefined).join('\n');

/** What a notice keeps of a task. */
function briefOf({ id, name, state, entity, error, project_id, created_at, finished_at, items }: Task): NoticeTask {
  const failed = items.filter(hasFailed);
  const named = failed.length > 0 ? [...failed, ...items.filter((item) => !hasFailed(item))] : items;
  const [total, bad] = [items.length, failed.length];
  return { id, name, state, entity, error, project_id, created_at, finished_at, items: named.slice(0, NAMED), total, failed: bad };
}

/** What has been done, or has failed, in the language of the screen. */
export function wordsOf({ t, shell }: Words, task: NoticeTask): { title: string; message: string } {
  const { items, total, failed, state } = task;
  const target = total > 1 ? t('list.items', { count: total }) : items[0]?.name;
  const command = commandText(t, task.name);
  const title = target === undefined ? command : t('notice.with-target', { task: command, target });
  if (total > 1 && failed > 0) return { title, message: t('notice.some-failed', { failed, total }) };
  const error = task.error ?? items[0]?.error;
  return { title, message: error ? whole(taskFailure(shell, error)) : t(`state.${state}`) };
}

/** The lines of a task on several things, with what went wrong. */
const linesOf = ({ t, shell }: Words, { items, total, entity }: NoticeTask): NoticeItem[] =>
  total < 2
    ? []
    : items.map(({ name, state, error }) => ({
        name,
        icon: entity,
        statusIcon: noticeType(state),
        statusText: error ? whole(taskFailure(shell, error)) : t(`state.${state}`),
      }));

/** The notice of a task as it is now. */
export function noticeOf({ addressOf, ...words }: Telling, given: Task): NoticeInput {
  const task = briefOf(given);
  const [item] = task.items;
  const page = item?.id && task.total === 1 && !isDeletion(task) ? addressOf(task.entity, item.id) : undefined;
  return {
    id: noticeId(task),
    type: noticeType(task.state),
    ...wordsOf(words, task),
    // To the one thing a task works on while there is a page of it, else to the task itself.
    actions: [{ label: words.shell('notice.open'), name: 'open', payload: page ?? `/tasks/${task.id}` }],
    progress: given.progress,
    operationId: task.id,
    inProgressItems: linesOf(words, task),
    components: page !== undefined && item?.id ? [{ kind: task.entity, id: item.id, name: item.name }] : [],
    task,
  };
}
