import type { QueryClient } from '@tanstack/react-query';

/** The first reads are not waited for longer than this (ms): a page may have none. */
const LIMIT = 1500;

/** Resolves when the page stands with its first data before people's eyes, so that what only serves later does not compete with it. */
export const firstReads = (queryClient: QueryClient): Promise<void> => dataRead(queryClient).then(painted);

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

/** Whether the browser tells when it paints. */
const TELLS_PAINT = typeof PerformanceObserver !== 'undefined' && PerformanceObserver.supportedEntryTypes.includes('paint');

/** Resolves when what stands on the page is painted; at once where nothing is, as in a tab that nobody looks at. */
export function painted(): Promise<void> {
  if (document.hidden || !TELLS_PAINT) return Promise.resolve();
  return new Promise((resolve) => {
    setTimeout(resolve, LIMIT);
    if (hasPainted()) requestAnimationFrame(() => setTimeout(resolve));
    else
      new PerformanceObserver((_, observer) => hasPainted() && (observer.disconnect(), resolve())).observe({
        type: 'paint',
        buffered: true,
      });
  });
}

const hasPainted = (): boolean => performance.getEntriesByName('first-contentful-paint').length > 0;
