/**
 * How values of documents become keys of lists. It is done here and never in SQL, so that both databases hold the same keys;
 * both compare text by code points (SQLite by bytes, PostgreSQL with collation "C").
 */
import { createHash } from 'node:crypto';
import { folded } from '@gantry/contract/wire/folded';

/** Grows when `fold`, `exact` or `pathValues` change: lists are then built anew when the store opens. */
export const FOLD_VERSION = 3;
/** Longest key in UTF-16 units. PostgreSQL's index entries hold 2,704 bytes; the longest name there is, 255 characters, fits. */
const FOLDED_UNITS = 512;
const EXACT_UNITS = 200;

/** Text that both databases take: one refuses NUL, both mangle half surrogate pairs. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD');

/** What lists sort by and `contains:` searches in. */
export function fold(text: string): string {
  const whole = folded(storable(text));
  return whole.length <= FOLDED_UNITS ? whole : storable(whole.slice(0, FOLDED_UNITS));
}

/** Text that is compared exactly, but for how it is composed: what others keep need not be NFC. A very long one by its hash. */
export function exact(given: string): string {
  const text = given.normalize('NFC');
  if (text.length <= EXACT_UNITS) return storable(text);
  return `${storable(text.slice(0, EXACT_UNITS / 2))}#${createHash('sha256').update(text).digest('hex')}`;
}

/** All values at a path such as `networks.ips`; arrays on the way are walked. */
export function pathValues(document: unknown, path: string): unknown[] {
  let found: unknown[] = [document];
  for (const name of path.split('.')) {
    found = found.flatMap((value) => {
      const member: unknown =
        typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
      return Array.isArray(member) ? (member as unknown[]) : [member];
    });
  }
  return found.filter((value) => value !== undefined && value !== null);
}

/** A value as text, or null where it is nothing or a structure. */
export const asText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;

/** A whole number, or null. Fractions are cut off. */
export function asInteger(value: unknown): number | null {
  const number = typeof value === 'number' ? value : typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : NaN;
  if (!Number.isFinite(number)) return null;
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(number))) + 0;
}

/** An instant as milliseconds since 1970, or null. */
export function asTime(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : NaN;
  return Number.isFinite(ms) ? ms : null;
}
