/** Where the next page begins: the keys of the last row shown. It names no row that must still be there. */
import { GantryError } from '@gantry/contract/wire/errors';
import { formatSort, type Sort } from '@gantry/contract/wire/query';
import type { Key } from '../entries/layout.ts';

export interface Position {
  key: Key;
  rid: number;
}

/** Longest text that a marker may hold. */
const LONGEST = 600;

/** `kind` and sort travel along: a marker of another list or order is a damaged one. */
const about = (kind: string, sort: Sort): string => `${kind} ${formatSort(sort)}`;

type Pair = readonly [unknown, unknown];

/** A place in the order of a list: two values of JSON. */
export const encodePlace = (kind: string, sort: Sort, place: Pair): string =>
  Buffer.from(JSON.stringify([about(kind, sort), ...place])).toString('base64url');

/** The place in a marker as `read` makes it out, which is undefined where the marker cannot be one. Throws validation_failed on `marker`. */
export function decodePlace<P>(kind: string, sort: Sort, marker: string, read: (place: Pair) => P | undefined): P {
  const parsed = parseJson(marker);
  if (Array.isArray(parsed) && parsed.length === 3) {
    const [of, first, second]: unknown[] = parsed;
    const place = of === about(kind, sort) ? read([first, second]) : undefined;
    if (place !== undefined) return place;
  }
  throw new GantryError('validation_failed', { fields: { marker: [{ code: 'marker' }] } });
}

export const encodeMarker = (kind: string, sort: Sort, { key, rid }: Position): string => encodePlace(kind, sort, [key, rid]);

/** Throws validation_failed on `marker`. */
export const decodeMarker = (kind: string, sort: Sort, type: 'text' | 'integer', marker: string): Position =>
  decodePlace(kind, sort, marker, ([key, rid]) =>
    isKey(key, type) && Number.isSafeInteger(rid) && Number(rid) >= 0 ? { key, rid: Number(rid) } : undefined,
  );

function isKey(value: unknown, type: 'text' | 'integer'): value is Key {
  if (type === 'integer') return Number.isSafeInteger(value);
  return typeof value === 'string' && value.length <= LONGEST && value.isWellFormed() && !value.includes('\0');
}

function parseJson(marker: string): unknown {
  if (!/^[\w-]+$/.test(marker)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(marker, 'base64url').toString('utf8'));
    return value;
  } catch (error) {
    // Not JSON: the same as a marker of a wrong shape, which the caller refuses.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
