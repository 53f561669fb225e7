/** Milliseconds during which an answer may still be on its way. */
const LATE_MS = 5 * 60_000;
/** What was written is noted in so many maps: a single one of some hundred thousand resources takes up to 100 ms at a stretch when it grows. */
const SHARDS = 256;

/**
 * Which answers about a resource may still be written. Answers arrive in another order than they were requested, and two whose times overlap
 * do not say which of them is the newer one: so an answer counts only if it was requested after the last one was written. Times are those
 * of `performance.now()`, which nobody sets.
 */
export class Order {
  /** `kind id` → when an answer about it was last written, the oldest first in each map */
  readonly #written = Array.from({ length: SHARDS }, () => new Map<string, number>());
  #last: Promise<unknown> = Promise.resolve();

  isLate(kind: string, id: string, requestedAt: number): boolean {
    return (this.#shard(id).get(`${kind} ${id}`) ?? -Infinity) > requestedAt;
  }

  written(kind: string, id: string): void {
    const key = `${kind} ${id}`;
    const written = this.#shard(id);
    written.delete(key);
    written.set(key, performance.now());
  }

  /** Does one piece of work after the other, so that between a look at `isLate` and the writing nobody else writes. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    // whoever comes next waits for the end of it, however it ends; its failure is this caller's
    this.#last = result.catch(() => undefined);
    return result;
  }

  forgetOld(): void {
    const before = performance.now() - LATE_MS;
    for (const written of this.#written)
      for (const [key, at] of written) {
        if (at >= before) break;
        written.delete(key);
      }
  }

  /** By the end of the id, in which resources of a kind differ most. */
  #shard(id: string): Map<string, number> {
    const [last, other] = [id.charCodeAt(id.length - 1), id.charCodeAt(id.length - 2)].map((code) => code || 0);
    return this.#written[(last! * 31 + other!) % SHARDS]!;
  }
}
