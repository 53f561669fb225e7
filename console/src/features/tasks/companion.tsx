import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { isRefusedHere } from '../../app/api/refused-tasks.ts';
import { notify } from '../../app/notify/notices.ts';
import { useSession } from '../../app/session/use-session.ts';
import { newlyEnded } from './newly-ended.ts';
import { commandText, noticeType, targetText, taskFailure } from './task-texts.ts';

/** Tasks that are watched: the youngest. */
const WATCHED = 50;

/** Tells in a small pop-up when a task of this user has ended, but for what was refused where it was asked for. Reads the youngest tasks, and again when an event says so. */
export function Companion() {
  const { t, ready } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const userId = useSession((session) => session.currentUser?.id);
  const { data } = useList(api.tasks.list, { limit: WATCHED, sort: 'created_at:desc' });
  const told = useRef<ReadonlySet<string>>(undefined);

  useEffect(() => {
    if (!data || !ready) return;
    const ended = data.data.filter(isEnded);
    const fresh = told.current ? newlyEnded(ended, told.current, userId).filter(({ id }) => !isRefusedHere(id)) : [];
    told.current = new Set(ended.map(({ id }) => id));
    for (const task of fresh) notify({ id: noticeId(task), type: noticeType(task.state), title: titleOf(task), message: messageOf(task) });

    /** A failed task on one thing takes the place of the notice that the thing itself has raised. */
    function noticeId(task: Task): string {
      const [item, ...others] = task.items;
      return task.state === 'failed' && item?.id && others.length === 0 ? `failed:${task.entity}:${item.id}` : `task:${task.id}`;
    }
    function titleOf(task: Task): string {
      const target = targetText(t, task);
      return target === null ? commandText(t, task.name) : t('notice.with-target', { task: commandText(t, task.name), target });
    }
    function messageOf(task: Task): string {
      const failed = task.items.filter(({ state }) => state === 'failed' || state === 'aborted');
      if (task.items.length > 1 && failed.length > 0) return t('notice.some-failed', { failed: failed.length, total: task.items.length });
      const error = task.error ?? failed[0]?.error;
      return error ? taskFailure(shell, error).text : t(`state.${task.state}`);
    }
  }, [data, ready, userId, t, shell]);
  return null;
}
