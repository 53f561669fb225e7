import type { S3Api } from './client.ts';
import { MAX_KEYS } from './limits.ts';
import { folderOf } from './objects.ts';

/** Folders that are looked at together. */
const TOGETHER = 6;

interface Looking {
  signal?: AbortSignal | undefined;
  /** Called with the folders that have been looked at, of those that are there as far as it is known. */
  onProgress?(done: number, known: number): void;
}

/** A folder with what is looked for in it: keys, and folders that hold more of them. */
interface Wanted {
  prefix: string;
  names: Set<string>;
  below: Map<string, Wanted>;
}

/** The folders of all keys, from the one in which all of them are. */
function treeOf(keys: readonly string[]): Wanted {
  let top = folderOf(keys[0] ?? '');
  for (const key of keys) while (!key.startsWith(top)) top = folderOf(top);
  const folders = new Map<string, Wanted>();
  const at = (prefix: string): Wanted => {
    const known = folders.get(prefix);
    if (known) return known;
    const made: Wanted = { prefix, names: new Set(), below: new Map() };
    folders.set(prefix, made);
    if (prefix !== top) {
      const above = at(folderOf(prefix));
      above.names.add(prefix);
      above.below.set(prefix, made);
    }
    return made;
  };
  const whole = at(top);
  for (const key of keys) at(folderOf(key)).names.add(key);
  return whole;
}

/** Beyond these signs the order of texts here and that of bytes in the storage differ. */
const isOrdered = (names: Iterable<string>): boolean => !/[\uD800-\uFFFF]/.test([...names].join(''));

/** Which of the wanted names a folder has. It is read from the first to the last of them only, and not where none of them can be. */
async function found(s3: Pick<S3Api, 'page'>, bucket: string, { prefix, names }: Wanted, signal?: AbortSignal): Promise<string[]> {
  const sorted = [...names].toSorted();
  const skips = isOrdered(sorted);
  const before = (name: string): string | undefined => (skips && name.length - 1 > prefix.length ? name.slice(0, -1) : undefined);
  const there: string[] = [];
  let next = 0;
  let skipped: string | undefined;
  let from: { after?: string; marker?: string | undefined } = {};
  const first = before(sorted[0] ?? '');
  if (first !== undefined) from = { after: first };
  for (;;) {
    const { folders, objects, is_truncated, next_marker } = await s3.page(bucket, {
      prefix,
      delimiter: '/',
      max: MAX_KEYS,
      signal,
      ...from,
    });
    const some = [...folders.map(({ Prefix = '' }) => Prefix), ...objects.map(({ Key = '' }) => Key)];
    there.push(...some.filter((name) => names.has(name)));
    if (!is_truncated || next_marker === undefined) return there;
    from = { marker: next_marker };
    if (!skips) continue;
    const reached = some.reduce((last, name) => (name > last ? name : last), '');
    while (next < sorted.length && (sorted[next] ?? '') <= reached) next += 1;
    const wanted = sorted[next];
    if (wanted === undefined) return there;
    const after = before(wanted);
    // Once only: a storage that does not know this way of asking is read page by page.
    if (after !== undefined && after > reached && after !== skipped) from = { after: (skipped = after) };
  }
}

/** Which of these keys are there. Folders that are not there are not looked into, nor are those below them. */
export async function existingKeys(
  s3: Pick<S3Api, 'page'>,
  bucket: string,
  keys: readonly string[],
  { signal, onProgress }: Looking = {},
): Promise<Set<string>> {
  const taken = new Set<string>();
  if (keys.length === 0) return taken;
  const waiting = [treeOf(keys)];
  let [done, known] = [0, 1];
  while (waiting.length > 0) {
    const some = waiting.splice(0, TOGETHER);
    const answers = await Promise.all(some.map(async (folder) => ({ folder, names: await found(s3, bucket, folder, signal) })));
    for (const { folder, names } of answers)
      for (const name of names) {
        const below = folder.below.get(name);
        if (below) waiting.push(below);
        // A folder that is there may be made again.
        else if (!name.endsWith('/')) taken.add(name);
      }
    done += some.length;
    known = done + waiting.length;
    onProgress?.(done, known);
  }
  return taken;
}
