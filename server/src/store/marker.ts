/** Where the next page begins: the keys of the last row shown. It names no row that must still be there. */
import { z } from 'zod';
import { GantryError } from '@gantry/contract/wire/errors';
import { formatSort, type Sort } from '@gantry/contract/wire/query';
import type { Key } from './layout.ts';

export interface Position {
  key: Key;
  rid: number;
}

const text = z.string().max(600);
const shape = z.tuple([text, z.union([text, z.int()]), z.int().nonnegative()]);

/** `kind` and sort travel along: a marker of another list or order is a damaged one. */
const about = (kind: string, sort: Sort): string => `${kind} ${formatSort(sort)}`;

export const encodeMarker = (kind: string, sort: Sort, { key, rid }: Position): string =>
  Buffer.from(JSON.stringify([about(kind, sort), key, rid])).toString('base64url');

/** Throws validation_failed on `marker`. */
export function decodeMarker(kind: string, sort: Sort, type: 'text' | 'integer', marker: string): Position {
  const parsed = shape.safeParse(parseJson(marker));
  if (parsed.success) {
    const [of, key, rid] = parsed.data;
    const fits = type === 'text' ? typeof key === 'string' && key.isWellFormed() && !key.includes('\0') : typeof key === 'number';
    if (of === about(kind, sort) && fits) return { key, rid };
  }
  throw new GantryError('validation_failed', { fields: { marker: [{ code: 'marker' }] } });
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
