import { instantOf } from '../port/clock.ts';
import type { Instant } from '../port/store/rows.ts';

/** When sessions were last in use here, exactly: what is stored of it may be older, and knows of requests only. */
export class RecentUse {
  readonly #keep: number;
  readonly #now: () => number;
  /** Milliseconds since the epoch by the hash of the session, the one in use last at the end. */
  readonly #at = new Map<string, number>();

  /** @param keep milliseconds after which a use is forgotten: what is stored tells the same by then. */
  constructor(keep: number, now: () => number) {
    this.#keep = keep;
    this.#now = now;
  }

  note(sessionHash: string): void {
    const now = this.#now();
    this.#at.delete(sessionHash);
    this.#at.set(sessionHash, now);
    for (const [hash, at] of this.#at) {
      if (now - at <= this.#keep) return;
      this.#at.delete(hash);
    }
  }

  /** Undefined where it is longer ago, or never was. */
  of(sessionHash: string): Instant | undefined {
    const at = this.#at.get(sessionHash);
    return at === undefined ? undefined : instantOf(at);
  }
}
