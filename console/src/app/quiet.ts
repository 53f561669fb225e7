import type { QueryClient } from '@tanstack/react-query';

/** The first reads are not waited for longer than this (ms): a page may have none. */
const LIMIT = 1500;

/** Resolves when the page has its first data, so that what only serves later does not compete with it. */
export function firstReads(queryClient: QueryClient): Promise<void> {
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
