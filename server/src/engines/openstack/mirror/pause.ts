import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; rejects with the signal's reason as soon as it aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}

/** Something that can be waited for with a limit, and be woken from outside. What came while nobody waited is not lost. */
export class Bell {
  #rung = Promise.withResolvers<void>();

  ring(): void {
    this.#rung.resolve();
  }

  /** Ends when rung or after `ms`; rejects when the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const stop = new AbortController();
    try {
      await Promise.race([this.#rung.promise, pause(ms, AbortSignal.any([signal, stop.signal]))]);
    } finally {
      stop.abort();
    }
    this.#rung = Promise.withResolvers();
  }
}
