import type { Task, TaskItem } from '@gantry/contract/nouns/tasks/entity';
import type { TFunction } from 'i18next';
import { wholeText } from '../../app/errors/whole-text.ts';
import { taskFailure } from '../../app/errors/task-failure.ts';
import { activeLocale } from '../../app/i18n/languages.ts';
import type { NoticeInput, NoticeItem, NoticeTask } from '../../app/notify/notices.ts';
import { listFormat } from '../../ui/format.ts';
import { RETRY } from './use-retry.ts';
import { commandText, isDeletion, madeBy, noticeType } from './task-texts.ts';

interface Words {
  t: TFunction<'tasks'>;
  shell: TFunction<'shell'>;
}

export interface Telling extends Words {
  /** The page of a thing, where there is one. */
  addressOf(kind: string, id: string): string | undefined;
  /** Whether what it failed at can be tried once more. */
  mayRetry(task: Task): boolean;
}

/** Things of a task that its notice names; the rest is in the list of tasks. */
const NAMED = 20;

/** Of a task that is under way. */
export const progressId = ({ id }: Pick<Task, 'id'>): string => `task:${id}`;

/** A failed task on one thing takes the place of the notice that the thing itself has raised. */
function noticeId({ id, state, entity, items: [item, ...others] }: Task): string {
  return state === 'failed' && item?.id && others.length === 0 ? `failed:${entity}:${item.id}` : progressId({ id });
}

const hasFailed = ({ state }: Pick<TaskItem, 'state'>): boolean => state === 'failed' || state === 'aborted';

/** What a notice keeps of a task. Of one that makes something of another thing it tells what is made. */
function briefOf(task: Task): NoticeTask {
  const made = madeBy(task);
  const { id, name, state, entity, error, project_id, created_at, finished_at, items } = made
    ? { ...task, entity: made.kind, items: task.items.map((item) => ({ ...item, id: made.id, name: made.name })) }
    : task;
  const failed = items.filter(hasFailed);
  const named = failed.length > 0 ? [...failed, ...items.filter((item) => !hasFailed(item))] : items;
  const [total, bad] = [items.length, failed.length];
  return { id, name, state, entity, error, project_id, created_at, finished_at, items: named.slice(0, NAMED), total, failed: bad };
}

/** Names that one line tells. */
const NAMES_SHOWN = 5;

/** Of the things that have failed one line for each message, with their names (S0 §8): `web-1, web-2: The quota is used up.` */
function groupedByMessage({ t, shell }: Words, items: readonly TaskItem[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { name, error } of items.filter(hasFailed)) {
    const message = error ? taskFailure(shell, error).text : t('state.failed');
    groups.set(message, [...(groups.get(message) ?? []), name]);
  }
  const list = listFormat(activeLocale());
  return [...groups].map(([message, names]) => {
    const others = names.length - NAMES_SHOWN;
    const shown = others > 0 ? [...names.slice(0, NAMES_SHOWN), t('confirm.others', { count: others })] : names;
    return t('notice.group', { names: list.format(shown), message });
  });
}

/** What has been done, or has failed, in the language of the screen. */
export function wordsOf({ t, shell }: Words, task: NoticeTask): { title: string; message: string } {
  const { items, total, failed, state } = task;
  const target = total > 1 ? t('list.items', { count: total }) : items[0]?.name;
  const command = commandText(t, task.name);
  const plain = target === undefined ? command : t('notice.with-target', { task: command, target });
  // Of several of which some have failed, the message says how many.
  const title = hasFailed(task) && (total < 2 || failed >= total) ? t('notice.failed', { title: plain }) : plain;
  if (total > 1 && failed > 0)
    return { title, message: [t('notice.some-failed', { failed, total }), ...groupedByMessage({ t, shell }, items)].join('\n') };
  const error = task.error ?? items[0]?.error;
  return { title, message: error ? wholeText(taskFailure(shell, error)) : t(`state.${state}`) };
}

/** The lines of a task on several things, with what went wrong. */
const linesOf = ({ t, shell }: Words, { items, total, entity }: NoticeTask): NoticeItem[] =>
  total < 2
    ? []
    : items.map(({ name, state, error }) => ({
        name,
        icon: entity,
        statusIcon: noticeType(state),
        statusText: error ? wholeText(taskFailure(shell, error)) : t(`state.${state}`),
      }));

/** The notice of a task as it is now. */
export function noticeOf({ addressOf, mayRetry, ...words }: Telling, given: Task): NoticeInput {
  const task = briefOf(given);
  const [item] = task.items;
  const page = item?.id && task.total === 1 && !isDeletion(task) ? addressOf(task.entity, item.id) : undefined;
  return {
    id: noticeId(given),
    type: noticeType(task.state),
    ...wordsOf(words, task),
    // To the one thing a task works on while there is a page of it, else to the task itself.
    actions: [
      { label: words.shell('notice.open'), name: 'open', payload: page ?? `/tasks/${task.id}` },
      ...(mayRetry(given) ? [{ label: words.t('action.retry'), name: RETRY, payload: task.id }] : []),
    ],
    progress: given.progress,
    operationId: task.id,
    inProgressItems: linesOf(words, task),
    components: page !== undefined && item?.id ? [{ kind: task.entity, id: item.id, name: item.name }] : [],
    task,
  };
}
