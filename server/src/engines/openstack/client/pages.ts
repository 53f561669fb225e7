import { ServiceError } from './errors.ts';
import type { Items, Wrong } from './items.ts';

/** One page of a listing. `marker` leads to what follows; absent on the last one. */
export interface Page<T> {
  items: T[];
  wrong: Wrong[];
  marker: string | undefined;
}

/**
 * All pages of a listing by marker, which is the id of the last item: services that no longer find a marker (its resource was deleted in the
 * meantime) refuse it, so the one before it is tried, a few times.
 * @param from marker to go on from, where an earlier run ended
 */
export async function* pagesOf<T>(
  limit: number,
  fetchPage: (limit: number, marker: string | undefined) => Promise<Items<T>>,
  from?: string,
): AsyncGenerator<Page<T>> {
  let markers = from === undefined ? [] : [from];
  for (;;) {
    const { items, wrong, ids, count } = await pageAfter(markers, (marker) => fetchPage(limit, marker));
    const last = count >= limit ? ids.at(-1) : undefined;
    yield { items, wrong, marker: last };
    if (last === undefined) return;
    markers = ids.slice(-5);
  }
}

async function pageAfter<T>(markers: readonly string[], fetchPage: (marker: string | undefined) => Promise<T>): Promise<T> {
  if (markers.length === 0) return fetchPage(undefined);
  for (let index = markers.length - 1; ; index--) {
    try {
      return await fetchPage(markers[index]);
    } catch (error) {
      if (index === 0 || !(error instanceof ServiceError) || (error.httpStatus !== 400 && error.httpStatus !== 404)) throw error;
    }
  }
}

/** Pieces of at most `size`. */
export function chunks<T>(items: readonly T[], size: number): T[][] {
  const result: T[][] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
