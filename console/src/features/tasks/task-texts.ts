import type { Task } from '@gantry/contract/nouns/tasks/entity';
import type { TaskState } from '@gantry/contract/nouns/tasks/states';
import type { TFunction } from 'i18next';
import { callTable } from '../../app/api/call-table.ts';
import type { NoticeType } from '../../app/notify/notices.ts';
import { numberFormat } from '../../ui/format.ts';
import { countsOf } from './outcome.ts';

type Translate = TFunction<'tasks'>;

/** The commands of all nouns; each has its name in its noun's texts. */
export const COMMANDS: readonly string[] = [
  ...new Set(
    Object.values(callTable).flatMap(({ method, capability, handled }) =>
      method === 'GET' || handled || capability === undefined ? [] : [capability],
    ),
  ),
];

/** `server.stop` in words; one that this console does not know shows as it is called. */
export const commandText = (t: Translate, name: string): string =>
  t(`command.${name}` as 'title.list', { ns: 'nouns' as 'tasks', defaultValue: name });

const MAKES = new Map(
  Object.values(callTable).flatMap(({ capability, makes }) => (capability !== undefined && makes ? [[capability, makes] as const] : [])),
);

/** What a task makes of what it works on, its id once it is there; undefined where it makes nothing else. */
export function madeBy({ name, kwargs, result, state }: Pick<Task, 'name' | 'kwargs' | 'result' | 'state'>) {
  const makes = MAKES.get(name);
  const called = makes && kwargs[makes.name];
  if (!makes || typeof called !== 'string') return undefined;
  const members: Readonly<Record<string, unknown>> = typeof result === 'object' && result !== null ? { ...result } : {};
  const id = state === 'success' ? members[makes.id] : undefined;
  return { kind: makes.kind, name: called, id: typeof id === 'string' ? id : null };
}

/** Whether it deletes what it works on: afterwards there is nothing to open. */
export const isDeletion = ({ name }: Pick<Task, 'name'>): boolean => name.endsWith('.delete');

/** What a task works on: the one thing, or how many. null where it names nothing. */
export const targetText = (t: Translate, { items }: Pick<Task, 'items'>): string | null =>
  items.length > 1 ? t('list.items', { count: items.length }) : (items[0]?.name ?? null);

/** How a task's state is told in a pop-up (S0 §4, decision E3). */
export const noticeType = (state: TaskState): NoticeType => {
  switch (state) {
    case 'aborted':
    case 'failed':
      return 'error';
    case 'cancelled':
      return 'warning';
    case 'success':
      return 'success';
    default:
      return 'progress';
  }
};

/** How far a task has come: of several things how many have been done, of one which part. */
export function progressText(t: Translate, { items, progress }: Pick<Task, 'items' | 'progress'>, locale: string): string {
  if (items.length < 2) return numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(progress);
  const number = numberFormat(locale);
  return t('list.done-of', { done: number.format(countsOf(items).done), total: number.format(items.length) });
}
