/** What a browser keeps of a user's notifications: read, and changed together with the other tabs. */
import { readJson } from '../session/storage.ts';
import { bounded, type Entry } from './centre-entries.ts';
import type { NoticeType } from './notices.ts';

/** Of the stored shape: what another version has stored is dropped (S1 §9). */
const VERSION = 1;

export const TYPES: readonly NoticeType[] = ['warning', 'error', 'success', 'info', 'progress'];

/** What this browser keeps of a user's notifications. No secrets: of tasks neither what they were asked with nor what they answered. */
export interface Stored {
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

export type Change = (stored: Stored) => Partial<Stored>;

export const EMPTY_CENTRE: Stored = { version: VERSION, items: [], doNotDisturb: false, muted: false, mutedTypes: [], browser: null };

export const keyOf = (userId: string): string => `notifications:${userId}`;

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  ['id', 'title', 'message', 'timestamp'].every((key) => typeof (value as Record<string, unknown>)[key] === 'string') &&
  ['actions', 'components', 'inProgressItems'].every((key) => Array.isArray((value as Record<string, unknown>)[key])) &&
  TYPES.includes((value as Entry).type);

function readStored(userId: string): Stored {
  const kept = readJson(localStorage, keyOf(userId)) as Partial<Stored> | undefined | null;
  if (kept?.version !== VERSION) return EMPTY_CENTRE;
  const items = bounded(Array.isArray(kept.items) ? kept.items.filter(isEntry) : []);
  const mutedTypes = Array.isArray(kept.mutedTypes) ? TYPES.filter((type) => kept.mutedTypes?.includes(type)) : [];
  const browser = typeof kept.browser === 'boolean' ? kept.browser : null;
  return { version: VERSION, items, doNotDisturb: kept.doNotDisturb === true, muted: kept.muted === true, mutedTypes, browser };
}

/** Changes of a user that are not stored yet: another tab is writing, or there is no room. They are made again on what is stored then. */
let unsaved: { userId: string; changes: readonly Change[] } = { userId: '', changes: [] };
/** So many are kept where nothing can be stored: of two hundred entries a few changes each. */
const UNSAVED = 1000;

const changesOf = (userId: string): readonly Change[] => (unsaved.userId === userId ? unsaved.changes : []);
const changed = (stored: Stored, changes: readonly Change[]): Stored =>
  changes.reduce<Stored>((state, how) => ({ ...state, ...how(state) }), stored);

/** What is kept, with what this page could not store so far. */
export const readKept = (userId: string): Stored => changed(readStored(userId), changesOf(userId));

/** Stores what is not stored yet, now. What finds no room lasts as long as the page, and is tried again with the next change. */
export function saveKept(): void {
  const { userId, changes } = unsaved;
  if (changes.length === 0) return;
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(readKept(userId)));
    unsaved = { userId: '', changes: [] };
  } catch (error) {
    // Full, or switched off.
    console.warn('This browser keeps no notifications', error);
  }
}

/** Changes what is kept. One tab writes at a time, where the browser can see to that; else at once. @returns what is kept from now on */
export function changeKept(userId: string, how: Change): Stored {
  if (unsaved.userId !== userId) {
    saveKept();
    unsaved = { userId, changes: [] };
  }
  unsaved = { userId, changes: [...unsaved.changes, how].slice(-UNSAVED) };
  const next = readKept(userId);
  // Absent on a page that came over plain HTTP.
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (locks) locks.request(keyOf(userId), saveKept).catch(saveKept);
  else saveKept();
  return next;
}
