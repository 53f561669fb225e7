import type { Clock } from '../../../port/clock.ts';

/** A clock that moves only when told to. Tests give it to the embedded engine and decide how much time passes. */
export class ManualClock implements Clock {
  #now: number;
  readonly #listeners = new Set<() => Promise<void>>();

  /** `start`: milliseconds since 1970. */
  constructor(start: number = Date.UTC(2026, 0, 1)) {
    this.#now = start;
  }

  now(): number {
    return this.#now;
  }

  /** Lets `ms` milliseconds pass; resolves when all that has come due by then is done. */
  async advance(ms: number): Promise<void> {
    this.#now += ms;
    await Promise.all([...this.#listeners].map((listener) => listener()));
  }

  /** Calls back after each advance and is waited for. Returns the way to stop. */
  onAdvance(listener: () => Promise<void>): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
