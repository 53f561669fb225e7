import { OBJECT_MAX } from '../limits.ts';
import { folderOf, freeName, nameOf } from '../objects.ts';
import type { WantedUpload } from './queue.ts';

/** What is done with a file whose key is taken. */
export type Collision = 'replace' | 'skip' | 'keep-both';

/** Those that no storage takes, and the others. */
export function splitBySize(wanted: readonly WantedUpload[]): { fitting: WantedUpload[]; large: WantedUpload[] } {
  const isLarge = ({ file }: WantedUpload): boolean => file.size > OBJECT_MAX;
  return { fitting: wanted.filter((one) => !isLarge(one)), large: wanted.filter(isLarge) };
}

/**
 * What is queued in the end, where `taken` are those of the keys that are there or on their way, `others` more names that are
 * known not to be free, and `decided` says what becomes of each of them.
 */
export function settleCollisions(
  wanted: readonly WantedUpload[],
  taken: ReadonlySet<string>,
  others: ReadonlySet<string>,
  decided: (key: string) => Collision,
): WantedUpload[] {
  const names = new Map<string, Set<string>>();
  for (const key of [...taken, ...others, ...wanted.map((one) => one.key)]) {
    const folder = folderOf(key);
    names.set(folder, (names.get(folder) ?? new Set()).add(nameOf(key)));
  }
  return wanted.flatMap((one) => {
    if (!taken.has(one.key)) return [one];
    const how = decided(one.key);
    if (how === 'skip') return [];
    if (how === 'replace') return [one];
    const folder = folderOf(one.key);
    const there = names.get(folder) ?? new Set();
    const name = freeName(nameOf(one.key), there);
    there.add(name);
    return [{ ...one, key: `${folder}${name}` }];
  });
}
