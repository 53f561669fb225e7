import type { Notice, NoticeAction, NoticeInput, NoticeItem, NoticeTask, NoticeType } from './notices.ts';
import { durationOf, hasClose } from './pop-ups.ts';

/** A notification as the centre keeps it (S0 §3, S1 §3). */
export interface Entry {
  id: string;
  type: NoticeType;
  title: string;
  message: string;
  /** ISO 8601: when it came, or became what it is. */
  timestamp: string;
  isSeen: boolean;
  /** Whether leaving the page breaks off what is under way. */
  preventReload: boolean;
  /** 0 to 1; null where nobody knows. */
  progress: number | null;
  /** How long it popped up, in ms; null: until it was closed. */
  duration: number | null;
  showClose: boolean;
  showBottom: boolean;
  actions: readonly NoticeAction[];
  components: NonNullable<NoticeInput['components']>;
  operationId: string | null;
  inProgressItems: readonly NoticeItem[];
  task: NoticeTask | null;
  /** Taken out of sight while it was under way: it comes back as its result. */
  isClosed?: boolean;
}

/** Most that are kept of each list (decision E7). */
const MAX_ENTRIES = 200;

/** Two tellings of one failure, by the thing itself and by its task, are never further apart than this (ms). */
const SAME_FAILURE_MS = 10_000;

export const entryOf = (notice: Notice, timestamp: string): Entry => ({
  id: notice.id,
  type: notice.type,
  title: notice.title,
  message: notice.message ?? '',
  timestamp,
  isSeen: false,
  preventReload: notice.preventReload === true && notice.type === 'progress',
  progress: notice.progress ?? null,
  duration: durationOf(notice),
  showClose: hasClose(notice),
  showBottom: notice.showBottom !== false,
  actions: notice.actions ?? [],
  components: notice.components ?? [],
  operationId: notice.operationId ?? null,
  inProgressItems: notice.inProgressItems ?? [],
  task: notice.task ?? null,
});

const age = (a: Entry, b: Entry): number => Math.abs(Date.parse(a.timestamp) - Date.parse(b.timestamp));

/** Whether an entry takes the place of an older one: it tells of the same operation, or goes on with the same notice. */
function replaces(entry: Entry, older: Entry): boolean {
  if (entry.operationId !== null && older.operationId !== null) return entry.operationId === older.operationId;
  if (entry.id !== older.id) return false;
  return entry.operationId !== null || older.operationId === null || age(entry, older) < SAME_FAILURE_MS;
}

/** What differs between two notices for whoever has seen the first. */
const isNews = (entry: Entry, older: Entry): boolean =>
  entry.type !== older.type || (entry.type !== 'progress' && (entry.title !== older.title || age(entry, older) >= SAME_FAILURE_MS));

/** An entry that has come further: what was seen or closed stays so. */
const goneOn = (entry: Entry, { timestamp, isSeen, isClosed = false }: Entry): Entry => ({
  ...entry,
  timestamp,
  isSeen,
  ...(isClosed && { isClosed }),
});

/** Whether a resource tells of its own failure again, or after its task has told of it: that says nothing more. */
export function isRepeatedFailure(entries: readonly Entry[], entry: Entry): boolean {
  const older = entry.type === 'error' && entry.operationId === null && entries.find((one) => replaces(entry, one));
  if (!older) return false;
  return older.operationId !== null || (!isNews(entry, older) && entry.message === older.message);
}

/** Adds an entry, the latest first, in the place of what it goes on with. */
export function added(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const older = entries.find((one) => replaces(entry, one));
  if (!older) return [entry, ...entries];
  if (older.operationId !== null && isRepeatedFailure(entries, entry)) return entries;
  if (!isNews(entry, older)) return entries.map((one) => (one === older ? goneOn(entry, older) : one));
  return [entry, ...entries.filter((one) => !replaces(entry, one))];
}

/** The main list and that of tasks, which is one of its own only where that is asked for (decision E8). */
export function listsOf(entries: readonly Entry[], separate: boolean): { main: readonly Entry[]; tasks: readonly Entry[] } {
  if (!separate) return { main: entries, tasks: [] };
  return { main: entries.filter(({ task }) => task === null), tasks: entries.filter(({ task }) => task !== null) };
}

/** At most so many of each list, the latest. */
export function bounded(entries: readonly Entry[]): readonly Entry[] {
  const { main, tasks } = listsOf(entries, true);
  if (main.length <= MAX_ENTRIES && tasks.length <= MAX_ENTRIES) return entries;
  const kept = new Set([...main.slice(0, MAX_ENTRIES), ...tasks.slice(0, MAX_ENTRIES)]);
  return entries.filter((entry) => kept.has(entry));
}

/** Takes one out of sight: what has ended goes, what is under way is hidden until it ends (decision E6). */
export function closed(entries: readonly Entry[], { id, operationId }: Pick<Entry, 'id' | 'operationId'>): readonly Entry[] {
  const isTarget = (one: Entry): boolean => one.id === id && one.operationId === operationId;
  return entries.flatMap((one) => (!isTarget(one) ? [one] : one.type === 'progress' ? [{ ...one, isSeen: true, isClosed: true }] : []));
}

/** What the list can be narrowed to (S0 §2). Warnings are among the errors (decision E2). */
export const KINDS = ['all', 'error', 'info', 'success'] as const;
export type Kind = (typeof KINDS)[number];

/** Whether an entry that has ended is of that kind. */
export const isOfKind = ({ type }: Pick<Entry, 'type'>, kind: Kind): boolean =>
  kind === 'all' || type === kind || (kind === 'error' && type === 'warning');

/** A failure that nobody has seen. */
export const isUnseenFailure = ({ type, isSeen }: Pick<Entry, 'type' | 'isSeen'>): boolean => type === 'error' && !isSeen;

/** Above this many the badge counts no further (S0 §9). */
const BADGE_CAP = 9999;

/** `3`, and of more than 9999 `9999+`. @param format writes a number in the language of the screen */
export const badgeText = (count: number, format: (count: number) => string): string =>
  count > BADGE_CAP ? `${format(BADGE_CAP)}+` : format(count);

/** Whether the browser asks before it leaves the page. What has ended holds nobody back. */
export const holdsPage = (entries: readonly Pick<Entry, 'type' | 'preventReload'>[]): boolean =>
  entries.some(({ type, preventReload }) => type === 'progress' && preventReload);
