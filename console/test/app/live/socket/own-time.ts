/** Time of its own for tests of the socket: the client's limits pass when a test says so, however late a busy machine is. */
import { afterEach, beforeEach, vi } from 'vitest';

// As it is before each test takes its place.
const { setTimeout: later } = globalThis;
/** Milliseconds, real ones. */
const LOOK_MS = 5;
const PATIENCE_MS = 60_000;

/** In the tests of this file timers run by `pass` only, the library's as well. */
export function ownTime(): void {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
}

/** So many milliseconds go by for the client. */
export const pass = (ms: number): void => void vi.advanceTimersByTime(ms);

/** Waits until a check throws no more. No time goes by for the client meanwhile: it does what is due at once. */
export async function until(check: () => void): Promise<void> {
  for (const end = performance.now() + PATIENCE_MS; ; await new Promise((resolve) => later(resolve, LOOK_MS))) {
    pass(0);
    try {
      check();
      return;
    } catch (error) {
      if (performance.now() > end) throw error;
    }
  }
}
