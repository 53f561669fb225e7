import { useSyncExternalStore } from 'react';

/** Milliseconds between two looks at the clock: what is shown grows old while one looks. */
const TICK_MS = 15_000;

/** Looks at a clock that stands still see the same within this time. */
const SAME_MS = 50;

/** One clock for all that shows an age: it runs while somebody looks at it. */
let now = new Date();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  timer ??= setInterval(() => {
    now = new Date();
    for (const one of listeners) one();
  }, TICK_MS);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** What the clock shows; a clock that nobody has looked at is set first. */
function read(): Date {
  if (timer === undefined && Date.now() - now.getTime() > SAME_MS) now = new Date();
  return now;
}

/** The time, as it goes on while the component is shown. */
export const useNow = (): Date => useSyncExternalStore(subscribe, read);
