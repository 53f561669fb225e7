import type { Issue } from '../calls/fields.ts';
import { storable } from '../store/values/fold.ts';

/** Whether lists and objects are nested deeper than so many levels. Looks no deeper itself. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== 'object') return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

/** PostgreSQL takes neither U+0000 nor half a surrogate pair. */
const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/**
 * What of a value the databases cannot both store: each text and each name of a member by its path. Also members named `__proto__`, which no schema
 * of ours knows, and which copies of the value would lose.
 */
export function* notStorable(value: unknown, path: readonly PropertyKey[] = []): Generator<Issue> {
  const wrong: Issue = { path: [...path], code: 'custom', message: 'text', input: value };
  if (typeof value === 'string') {
    if (!isStorable(value)) yield wrong;
  } else if (Array.isArray(value)) {
    for (const [index, member] of value.entries()) yield* notStorable(member, [...path, index]);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) {
      if (key === '__proto__') yield { path: [...path], code: 'unrecognized_keys', keys: [key], message: 'unknown', input: { ...value } };
      else if (isStorable(key)) yield* notStorable(member, [...path, key]);
      else yield { ...wrong, path: [...path, storable(key)] };
    }
  }
}
