import type { QueryClient } from '@tanstack/react-query';

/** The first reads are not waited for longer than this (ms): a page may have none. */
const LIMIT = 1500;

/** Resolves when the page stands with its first data before people's eyes, so that what only serves later does not compete with it. */
export const firstReads = (queryClient: QueryClient): Promise<void> => dataRead(queryClient).then(painted);

/** Data that is as good as there is drawn with the shell, which spares a page of bones; the shell waits no longer for it than this (ms). */
const AS_GOOD_AS_THERE = 50;

/** Resolves when the reads that are under way have their data, or soon. */
export async function soonRead(queryClient: QueryClient): Promise<void> {
  if (queryClient.isFetching() === 0) return;
  await Promise.race([dataRead(queryClient), new Promise((resolve) => setTimeout(resolve, AS_GOOD_AS_THERE))]);
}

function dataRead(queryClient: QueryClient): Promise<void> {
  return new Promise((resolve) => {
    const cache = queryClient.getQueryCache();
    const isRead = () => cache.getAll().some(({ state }) => state.dataUpdatedAt > 0) && queryClient.isFetching() === 0;
    if (isRead()) return resolve();
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const stop = cache.subscribe(() => isRead() && end());
    const timer = setTimeout(end, LIMIT);
  });
}

/** Whether the document's own spinner still stands (index.html): the first page takes its place. */
const isBooting = (): boolean => document.getElementById('boot') !== null;

/** Resolves when the page that stands is painted; at once in a tab that nobody looks at, where nothing is. */
export function painted(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, LIMIT);
    // Called before the frame is painted, in which the page stands.
    const look = (): unknown => requestAnimationFrame(() => (isBooting() ? look() : setTimeout(resolve)));
    look();
  });
}
