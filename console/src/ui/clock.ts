/** The server's clock, as the `Date` header of its answers tells it: the browser's own may be hours off. */

/** The header has whole seconds, without what is left of the last one. In ms. */
const HEADER_MS = 1000;

/** Milliseconds that the server's clock is ahead of the browser's; 0 until an answer says more. */
let offset = 0;
/** The offset that listeners know. */
let announced = 0;
const listeners = new Set<() => void>();

/** The time that everything is shown and compared by. `Date.now()` is for spans only. */
export const serverNow = (): Date => new Date(Date.now() + offset);

/** Calls `listener` when the clock is set by a second or more. Returns an end to it. */
export function onClockSet(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Sets the clock by an answer that comes in now. The server wrote its time between then and `sentAt`: an offset that fits is left as it is, so that
 * slow answers move nothing.
 * @param date its `Date` header; without one nothing happens.
 * @param sentAt when the request left, in ms of the browser's clock.
 */
export function setClock(date: string | null, sentAt: number): void {
  const time = Date.parse(date ?? '');
  if (Number.isNaN(time)) return;
  offset = Math.min(Math.max(offset, time - Date.now()), time + HEADER_MS - sentAt);
  if (Math.abs(offset - announced) < HEADER_MS) return;
  announced = offset;
  for (const listener of listeners) listener();
}
