import { chunks } from './pages.ts';

/** Ids in one request: 60 of 47 characters stay below the 4 KiB that the smallest web server takes as an address. */
const IDS = 60;
const LIMIT = 1000;

/** A listing narrowed to ids, a few at a time, all pages of each. */
export async function listByIds<T extends { id: string }>(
  path: string,
  key: string,
  ids: readonly string[],
  more: readonly (readonly [string, string])[],
  ask: (request: { path: string; query: URLSearchParams }) => Promise<T[]>,
): Promise<T[]> {
  const result: T[] = [];
  for (const some of chunks(ids, IDS)) {
    let marker: string | undefined;
    do {
      const query = new URLSearchParams({ limit: String(LIMIT) });
      for (const id of some) query.append(key, id);
      for (const [name, value] of more) query.append(name, value);
      if (marker) query.set('marker', marker);
      const page = await ask({ path, query });
      result.push(...page);
      marker = page.length >= LIMIT ? page.at(-1)!.id : undefined;
    } while (marker);
  }
  return result;
}
