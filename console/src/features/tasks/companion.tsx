import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { isRefusedHere } from '../../app/api/refused-tasks.ts';
import { isShownInDialog } from '../../app/dialog/shown-tasks.ts';
import { taskFailure } from '../../app/errors/task-failure.ts';
import { dismiss, notify, type NoticeAction } from '../../app/notify/notices.ts';
import { useAddressOf } from '../../app/resource/item-link.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { newlyEnded } from './newly-ended.ts';
import { commandText, isDeletion, noticeType, targetText } from './task-texts.ts';

/** Tasks that are watched: the youngest. */
const WATCHED = 50;

/**
 * Tells in a small pop-up that a task of this user is under way, with the way to what it works on, and when it has ended, but for what was
 * refused where it was asked for. Reads the youngest tasks, and again when an event says so.
 */
export function Companion() {
  const { t, ready } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const userId = useSession((session) => session.currentUser?.id);
  const { data } = useList(api.tasks.list, { limit: WATCHED, sort: 'created_at:desc' });
  const told = useRef<ReadonlySet<string>>(undefined);
  const underWay = useRef<ReadonlySet<string>>(new Set());
  const navigate = useNavigate();
  const addressOf = useAddressOf();

  useEffect(() => {
    if (!data || !ready) return;
    const tasks = data.data.filter(({ id }) => !isShownInDialog(id));
    const ended = tasks.filter(isEnded);
    const known = told.current;
    const fresh = known ? newlyEnded(ended, known, userId).filter(({ id }) => !isRefusedHere(id)) : [];
    told.current = new Set(ended.map(({ id }) => id));
    for (const task of fresh) {
      dismiss(progressId(task));
      tell(task, noticeId(task));
    }
    // What was under way when the page opened is nobody's news; what has begun since is.
    const begun = known
      ? newlyEnded(
          tasks.filter((task) => !isEnded(task)),
          underWay.current,
          userId,
        )
      : [];
    underWay.current = new Set(tasks.filter((task) => !isEnded(task)).map(({ id }) => id));
    for (const task of begun) tell(task, progressId(task));

    function tell(task: Task, id: string): void {
      notify({ id, type: noticeType(task.state), title: titleOf(task), message: messageOf(task), action: actionOf(task) });
    }
    function progressId(task: Task): string {
      return `task:${task.id}`;
    }
    /** To the one thing a task works on while there is a page of it, else to the task itself. */
    function actionOf(task: Task): NoticeAction {
      const [item, ...others] = task.items;
      const page = item?.id && others.length === 0 && !isDeletion(task) ? addressOf(task.entity, item.id) : undefined;
      return { label: shell('notice.open'), run: () => void navigate({ to: page ?? `/tasks/${task.id}` }) };
    }
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
  }, [data, ready, userId, t, shell, navigate, addressOf]);
  return null;
}
