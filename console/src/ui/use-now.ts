import { useSyncExternalStore } from 'react';
import { onClockSet, serverNow } from './clock.ts';

/** Milliseconds between two looks at the clock: what is shown grows old while one looks. */
const TICK_MS = 15_000;

/** Looks at a clock that stands still see the same within this time. */
const SAME_MS = 50;

/** One clock for all that shows an age: it runs while somebody looks at it. */
let now = serverNow();
let stop: (() => void) | undefined;
const listeners = new Set<() => void>();

function tick(): void {
  now = serverNow();
  for (const one of listeners) one();
}

function start(): () => void {
  const timer = setInterval(tick, TICK_MS);
  const leave = onClockSet(tick);
  return () => {
    clearInterval(timer);
    leave();
  };
}

function subscribe(listener: () => void): () => void {
  stop ??= start();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    stop?.();
    stop = undefined;
  };
}

/** What the clock shows; a clock that nobody has looked at is set first. */
function read(): Date {
  if (stop === undefined && Math.abs(serverNow().getTime() - now.getTime()) > SAME_MS) now = serverNow();
  return now;
}

/** The server's time, as it goes on while the component is shown. */
export const useNow = (): Date => useSyncExternalStore(subscribe, read);
