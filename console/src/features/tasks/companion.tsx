import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { isRefusedHere } from '../../app/api/refused-tasks.ts';
import { isShownInDialog } from '../../app/dialog/shown-tasks.ts';
import { forget } from '../../app/notify/centre.ts';
import { dismiss, notify } from '../../app/notify/notices.ts';
import { taskWords } from '../../app/notify/task-words.ts';
import { useAddressOf } from '../../app/resource/item-link.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { newlyEnded } from './newly-ended.ts';
import { settleWaiting } from './settle-waiting.ts';
import { noticeOf, progressId, wordsOf, type Telling } from './task-notice.ts';

/** Tasks that are watched: the youngest. */
const WATCHED = 50;

/**
 * Tells in a small pop-up that a task of this user is under way, with the way to what it works on, and when it has ended, but for what was
 * refused where it was asked for; the notification centre keeps it and shows how far it is. Reads the youngest tasks, and again when an event
 * says so.
 */
export function Companion() {
  const { t, ready } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const userId = useSession((session) => session.currentUser?.id);
  const projectId = useSession((session) => session.currentProject?.id ?? null);
  const { data } = useList(api.tasks.list, { limit: WATCHED, sort: 'created_at:desc' });
  const told = useRef<ReadonlySet<string>>(undefined);
  const underWay = useRef<ReadonlySet<string>>(new Set());
  const addressOf = useAddressOf();

  useEffect(() => {
    taskWords.set({ say: ready ? (task) => wordsOf({ t, shell }, task) : undefined });
  }, [ready, t, shell]);

  useEffect(() => {
    if (!data || !ready) return;
    const telling: Telling = { t, shell, addressOf };
    // A dialog that shows a task tells of it; the centre keeps it all the same.
    const own = data.data.filter((task) => task.user_id === userId);
    const ended = own.filter(isEnded);
    const running = own.filter((task) => !isEnded(task));
    const known = told.current;
    const ends = known ? newlyEnded(ended, known, userId) : [];
    // What was under way when the page opened is nobody's news; what has begun since is.
    const begun = new Set(known ? newlyEnded(running, underWay.current, userId) : []);
    told.current = new Set(ended.map(({ id }) => id));
    underWay.current = new Set(running.flatMap(({ id }) => (isShownInDialog(id) ? [] : [id])));
    for (const task of ends) {
      dismiss(progressId(task));
      if (isRefusedHere(task.id)) forget({ id: progressId(task), operationId: task.id });
      else notify({ ...noticeOf(telling, task), ...(isShownInDialog(task.id) && { showBottom: false }) });
    }
    for (const task of running)
      notify({ ...noticeOf(telling, task), ...((!begun.has(task) || isShownInDialog(task.id)) && { showBottom: false }) });
    if (!known) void settleWaiting(data.data, projectId, telling);
  }, [data, ready, userId, projectId, t, shell, addressOf]);
  return null;
}
