import { isEnded } from '@gantry/contract/nouns/tasks/states';
import { useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import type { CallData } from '../../app/api/call-table.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { begunStore, isBegunHere, isRefusedHere } from '../../app/api/own-tasks.ts';
import { isShownInDialog, isSuppressed } from '../../app/dialog/shown-tasks.ts';
import { centreStore, forget, hasUnseenTask } from '../../app/notify/centre.ts';
import { dismiss, notify } from '../../app/notify/notices.ts';
import { taskWords } from '../../app/notify/task-words.ts';
import { poll } from '../../app/poll.ts';
import { useAddressOf } from '../../app/resource/item-link.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { MenuDot } from '../../app/shell/menu-link.tsx';
import { useStore } from '../../app/store.ts';
import { againBy, leftOf } from './again.ts';
import { newlyEnded } from './newly-ended.ts';
import { settleInOtherProjects, settleWaiting } from './settle-waiting.ts';
import { noticeOf, progressId, wordsOf, type Telling } from './task-notice.ts';
import { useRetryAction } from './use-retry-action.ts';

/** Tasks of the user that are watched: the youngest. */
const WATCHED = 50;
/** Milliseconds between two looks at what waits in other projects. */
const OTHER_PROJECTS_MS = 30_000;

const isAllowed = (may: (call: CallData) => boolean, call: CallData | undefined): boolean => call !== undefined && may(call);

/**
 * Tells in a small pop-up that a task of this user is under way, with the way to what it works on, and when it has ended, but for what was
 * refused where it was asked for; the notification centre keeps it and shows how far it is. Reads the youngest tasks, and again when an event
 * says so.
 */
export function Companion() {
  const { t, ready } = useTranslation('tasks');
  const { t: shell } = useTranslation('shell');
  const userId = useSession((session) => session.currentUser?.id);
  // Of others' tasks nothing is told: they leave no room for one's own.
  const { data } = useList(
    api.tasks.list,
    { limit: WATCHED, sort: 'created_at:desc', ...(userId !== undefined && { user_id: userId }) },
    undefined,
    { enabled: userId !== undefined },
  );
  const reported = useRef<ReadonlySet<string>>(undefined);
  const underWay = useRef<ReadonlySet<string>>(new Set());
  // Had ended by the first look; the answer that says that one was begun here may come after that.
  const early = useRef<ReadonlySet<string>>(new Set());
  const begunHere = useStore(begunStore, ({ count }) => count);
  const addressOf = useAddressOf();
  const may = useMay();
  const telling = useMemo<Telling>(
    () => ({ t, shell, addressOf, mayRetry: (task) => leftOf(task).length > 0 && isAllowed(may, againBy(task)) }),
    [t, shell, addressOf, may],
  );
  useRetryAction();

  useEffect(() => {
    taskWords.set({ say: ready ? (task) => wordsOf({ t, shell }, task) : undefined });
  }, [ready, t, shell]);

  useEffect(() => {
    if (!ready) return;
    return poll(() => settleInOtherProjects(telling), OTHER_PROJECTS_MS);
  }, [ready, telling]);

  useEffect(() => {
    if (!data || !ready) return;
    // A dialog that shows a task tells of it; the centre keeps it all the same.
    const own = data.data.filter((task) => task.user_id === userId);
    const ended = own.filter(isEnded);
    const running = own.filter((task) => !isEnded(task));
    const known = reported.current;
    if (!known) early.current = new Set(ended.map(({ id }) => id));
    const ends = ended.filter((task) => (early.current.has(task.id) ? isBegunHere(task.id) : !known?.has(task.id)));
    early.current = new Set([...early.current].filter((id) => !isBegunHere(id)));
    // What was under way when the page opened is nobody's news; what has begun since is.
    const begun = new Set(known ? newlyEnded(running, underWay.current, userId) : []);
    reported.current = new Set(ended.map(({ id }) => id));
    underWay.current = new Set(running.flatMap(({ id }) => (isShownInDialog(id) ? [] : [id])));
    for (const task of ends) {
      dismiss(progressId(task));
      if (isRefusedHere(task.id) || isSuppressed(task)) forget({ id: progressId(task), operationId: task.id });
      else notify({ ...noticeOf(telling, task), ...(isShownInDialog(task.id) && { showBottom: false }) });
    }
    for (const task of running.filter((one) => !isSuppressed(one)))
      notify({ ...noticeOf(telling, task), ...((!begun.has(task) || isShownInDialog(task.id)) && { showBottom: false }) });
    // Those that younger ones have pushed out of the list, and at first those that have ended while nobody was here.
    const seen = known ? data.data : data.data.filter((task) => !isEnded(task));
    void settleWaiting(seen, telling, known !== undefined);
  }, [data, ready, userId, telling, begunHere]);
  return null;
}

/** Beside their entry of the menu: tasks have failed, and nobody has seen it. */
export function Mark() {
  const { t } = useTranslation();
  return useStore(centreStore, hasUnseenTask) && <MenuDot text={t('shell.mark.tasks')} />;
}
