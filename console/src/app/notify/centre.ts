import { serverNow } from '../../ui/clock.ts';
import { sessionStore } from '../session/state.ts';
import { createStore } from '../store.ts';
import { tellByBrowser } from './browser-notice.ts';
import { added, bounded, closed, entryOf, isOfKind, isRepeatedFailure, isUnseenFailure, type Entry, type Kind } from './centre-entries.ts';
import { changeKept, keyOf, EMPTY_CENTRE, readKept, saveKept, TYPES, type Change, type Stored } from './centre-storage.ts';
import { dismiss, recordNotices, type Notice, type NoticeType } from './notices.ts';
import { underWayStore } from './under-way.ts';

interface Centre extends Stored {
  /** Whose they are; null: nobody is signed in. */
  userId: string | null;
  /** What only this page does, such as an upload: it ends with the page, so it is not stored. */
  own: readonly Entry[];
  /** Whether the centre is open: what comes shows there. */
  isOpen: boolean;
}

export const centreStore = createStore<Centre>({ ...EMPTY_CENTRE, userId: null, own: [], isOpen: false });

centreStore.subscribe(() => {
  const commands = centreStore.get().items.flatMap(({ type, task }) => (type === 'progress' && task ? [task.name] : []));
  underWayStore.set({ commands });
});

/** Changes what is stored as it is now: another tab may have changed it meanwhile. */
function change(how: Change): void {
  const { userId } = centreStore.get();
  if (userId !== null) centreStore.set(changeKept(userId, how));
}

/** Everything in the centre, the latest first. */
export const entriesOf = ({ own, items }: Pick<Centre, 'own' | 'items'>): readonly Entry[] =>
  [...own, ...items].filter(({ isClosed }) => isClosed !== true);

/** Work of this page that has no task ends with the page. */
const isOwn = ({ type, task }: Entry): boolean => type === 'progress' && task === null;

/** A failed task that nobody has seen. */
export const isUnseenTask = (entry: Entry): boolean => entry.task !== null && isUnseenFailure(entry);

/** How many tasks have failed without anybody having seen it. */
export const unseenTasks = (centre: Pick<Centre, 'own' | 'items'>): number => entriesOf(centre).filter(isUnseenTask).length;

/** Whether there are any. */
export const hasUnseenTask = (centre: Pick<Centre, 'own' | 'items'>): boolean => unseenTasks(centre) > 0;

function keep(entry: Entry): void {
  centreStore.set(({ own }) => ({ own: isOwn(entry) ? added(own, entry) : own.filter(({ id }) => id !== entry.id) }));
  if (!isOwn(entry)) change(({ items }) => ({ items: bounded(added(items, entry)) }));
}

/** Keeps a notice and says whether it may pop up. */
function record(notice: Notice): boolean {
  const { userId } = centreStore.get();
  if (userId === null || notice.kept === false) return true;
  const entry = entryOf(notice, serverNow().toISOString());
  // A page that was just loaded is told again of what happened shortly before.
  const isRepeated = isRepeatedFailure(centreStore.get().items, entry);
  keep(entry);
  if (isRepeated) return false;
  const { doNotDisturb, muted, mutedTypes, isOpen, browser } = centreStore.get();
  if (browser === true && !doNotDisturb && entry.showBottom) tellByBrowser(entry);
  return !doNotDisturb && !muted && !isOpen && !mutedTypes.includes(notice.type);
}

/** Opens or closes the centre. What pops up stands in it, and all of it counts as seen (S0 §4). */
export function setOpen(isOpen: boolean): void {
  centreStore.set({ isOpen });
  if (!isOpen) return;
  for (const { id } of entriesOf(centreStore.get())) dismiss(id);
  markSeen();
}

/** All of them have been seen, or those that `which` says. */
export function markSeen(which: (entry: Entry) => boolean = () => true): void {
  const { items, own } = centreStore.get();
  const isNew = (entry: Entry): boolean => !entry.isSeen && which(entry);
  const seen = (entries: readonly Entry[]) => entries.map((entry) => (isNew(entry) ? { ...entry, isSeen: true } : entry));
  if (own.some(isNew)) centreStore.set({ own: seen(own) });
  if (items.some(isNew)) change((stored) => ({ items: seen(stored.items) }));
}

/** Takes away what has ended and is of that kind, of the entries that are shown. */
export function clear(shown: readonly Entry[], kind: Kind): void {
  const gone = new Set(
    shown.filter((entry) => entry.type !== 'progress' && isOfKind(entry, kind)).map(({ id, operationId }) => operationId ?? id),
  );
  change(({ items }) => ({ items: items.filter(({ id, operationId }) => !gone.has(operationId ?? id)) }));
}

/** Takes one out of sight; what is under way goes on, and is told when it ends. */
export function close(entry: Pick<Entry, 'id' | 'operationId'>): void {
  centreStore.set(({ own }) => ({ own: closed(own, entry) }));
  change(({ items }) => ({ items: closed(items, entry) }));
}

/** Takes away one, also what is under way. */
export function forget(entry: Pick<Entry, 'id' | 'operationId'>): void {
  centreStore.set(({ own }) => ({ own: own.filter(({ id }) => id !== entry.id) }));
  change(({ items }) => ({ items: items.filter(({ id, operationId }) => id !== entry.id || operationId !== entry.operationId) }));
}

/** Takes an action from what is told of an operation: it has been done, and is not offered again. */
export const forgetAction = (operationId: string, name: string): void =>
  change(({ items }) => ({
    items: items.map((entry) =>
      entry.operationId === operationId ? { ...entry, actions: entry.actions.filter((action) => action.name !== name) } : entry,
    ),
  }));

export const setDoNotDisturb = (doNotDisturb: boolean): void => change(() => ({ doNotDisturb }));
export const setMuted = (muted: boolean): void => change(() => ({ muted }));
export const setBrowser = (browser: boolean): void => change(() => ({ browser }));
export const setTypeMuted = (type: NoticeType, isMuted: boolean): void =>
  change(({ mutedTypes }) => ({ mutedTypes: TYPES.filter((one) => (one === type ? isMuted : mutedTypes.includes(one))) }));

function follow(): void {
  const userId = sessionStore.get().currentUser?.id ?? null;
  if (userId === centreStore.get().userId) return;
  saveKept();
  centreStore.set({ ...(userId === null ? EMPTY_CENTRE : readKept(userId)), userId, own: [], isOpen: false });
}

let isStarted = false;

/** From now on notices are kept, for whoever is signed in; other tabs of the browser agree. Once. */
export function startCentre(): void {
  if (isStarted) return;
  isStarted = true;
  sessionStore.subscribe(follow);
  follow();
  addEventListener('storage', ({ key }) => {
    const { userId } = centreStore.get();
    if (userId !== null && (key === null || key === keyOf(userId))) centreStore.set(readKept(userId));
  });
  // What waits for another tab is not lost with the page.
  addEventListener('pagehide', saveKept);
  recordNotices(record);
}
