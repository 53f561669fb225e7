import { readJson } from '../session/storage.ts';
import { sessionStore } from '../session/state.ts';
import { createStore } from '../store.ts';
import { tellByBrowser } from './browser-notice.ts';
import { added, bounded, entryOf, isOfKind, type Entry, type Kind } from './centre-entries.ts';
import { dismiss, recordNotices, type Notice, type NoticeType } from './notices.ts';

/** Of the stored shape: what another version has stored is dropped (S1 §9). */
const VERSION = 1;

const TYPES: readonly NoticeType[] = ['warning', 'error', 'success', 'info', 'progress'];

/** What this browser keeps of a user's notifications. No secrets: of tasks neither what they were asked with nor what they answered. */
interface Stored {
  version: typeof VERSION;
  items: readonly Entry[];
  /** Nothing pops up, and the bell tells nothing. */
  doNotDisturb: boolean;
  /** Nothing pops up. */
  muted: boolean;
  /** These do not pop up. */
  mutedTypes: readonly NoticeType[];
  /** Whether the browser itself tells of long tasks that end while its tab is hidden; null: nobody has been asked. */
  browser: boolean | null;
}

interface Centre extends Stored {
  /** Whose they are; null: nobody is signed in. */
  userId: string | null;
  /** What only this page does, such as an upload: it ends with the page, so it is not stored. */
  own: readonly Entry[];
  /** Whether the centre is open: what comes shows there. */
  isOpen: boolean;
}

const NOTHING: Stored = { version: VERSION, items: [], doNotDisturb: false, muted: false, mutedTypes: [], browser: null };

export const centreStore = createStore<Centre>({ ...NOTHING, userId: null, own: [], isOpen: false });

const keyOf = (userId: string): string => `notifications:${userId}`;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'title', 'message', 'timestamp'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string') &&
  ['actions', 'components', 'inProgressItems'].every((key) => Array.isArray((value as Record<string, unknown>)[key])) &&
  TYPES.includes((value as Entry).type);

function read(userId: string): Stored {
  const kept = readJson(localStorage, keyOf(userId)) as Partial<Stored> | undefined | null;
  if (kept?.version !== VERSION) return NOTHING;
  const items = bounded(Array.isArray(kept.items) ? kept.items.filter(isEntry) : []);
  const mutedTypes = Array.isArray(kept.mutedTypes) ? TYPES.filter((type) => kept.mutedTypes?.includes(type)) : [];
  const browser = typeof kept.browser === 'boolean' ? kept.browser : null;
  return { version: VERSION, items, doNotDisturb: kept.doNotDisturb === true, muted: kept.muted === true, mutedTypes, browser };
}

/** Changes what is stored as it is now: another tab may have changed it meanwhile. */
function change(how: (stored: Stored) => Partial<Stored>): void {
  const { userId } = centreStore.get();
  if (userId === null) return;
  const stored = read(userId);
  const next: Stored = { ...stored, ...how(stored) };
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(next));
  } catch (error) {
    // Full, or switched off: they last as long as the page.
    console.warn('This browser keeps no notifications', error);
  }
  centreStore.set(next);
}

/** Everything in the centre, the latest first. */
export const entriesOf = ({ own, items }: Pick<Centre, 'own' | 'items'>): readonly Entry[] =>
  own.length === 0 ? items : [...own, ...items];

/** Work of this page that has no task ends with the page. */
const isOwn = ({ type, task }: Entry): boolean => type === 'progress' && task === null;

function keep(entry: Entry): void {
  centreStore.set(({ own }) => {
    const others = own.filter(({ id }) => id !== entry.id);
    return { own: isOwn(entry) ? [entry, ...others] : others };
  });
  if (!isOwn(entry)) change(({ items }) => ({ items: bounded(added(items, entry)) }));
}

/** Keeps a notice and says whether it may pop up. */
function record(notice: Notice): boolean {
  const { userId } = centreStore.get();
  if (userId === null || notice.kept === false) return true;
  const entry = entryOf(notice, new Date().toISOString());
  keep(entry);
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

export function markSeen(): void {
  const { items, own } = centreStore.get();
  if (own.some(({ isSeen }) => !isSeen)) centreStore.set({ own: own.map((entry) => ({ ...entry, isSeen: true })) });
  if (items.some(({ isSeen }) => !isSeen)) change((stored) => ({ items: stored.items.map((entry) => ({ ...entry, isSeen: true })) }));
}

/** Takes away what has ended and is of that kind, of the entries that are shown. */
export function clear(shown: readonly Entry[], kind: Kind): void {
  const gone = new Set(
    shown.filter((entry) => entry.type !== 'progress' && isOfKind(entry, kind)).map(({ id, operationId }) => operationId ?? id),
  );
  change(({ items }) => ({ items: items.filter(({ id, operationId }) => !gone.has(operationId ?? id)) }));
}

/** Takes away one. */
export function forget(entry: Pick<Entry, 'id' | 'operationId'>): void {
  centreStore.set(({ own }) => ({ own: own.filter(({ id }) => id !== entry.id) }));
  change(({ items }) => ({ items: items.filter(({ id, operationId }) => id !== entry.id || operationId !== entry.operationId) }));
}

export const setDoNotDisturb = (doNotDisturb: boolean): void => change(() => ({ doNotDisturb }));
export const setMuted = (muted: boolean): void => change(() => ({ muted }));
export const setBrowser = (browser: boolean): void => change(() => ({ browser }));
export const setTypeMuted = (type: NoticeType, isMuted: boolean): void =>
  change(({ mutedTypes }) => ({ mutedTypes: TYPES.filter((one) => (one === type ? isMuted : mutedTypes.includes(one))) }));

function follow(): void {
  const userId = sessionStore.get().currentUser?.id ?? null;
  if (userId === centreStore.get().userId) return;
  centreStore.set({ ...(userId === null ? NOTHING : read(userId)), userId, own: [], isOpen: false });
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
    if (userId !== null && (key === null || key === keyOf(userId))) centreStore.set(read(userId));
  });
  recordNotices(record);
}
