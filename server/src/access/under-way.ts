/** What is being done under each of many keys, so that others can wait for one of it to end. */
export class UnderWay {
  readonly #work = new Map<string, Set<Promise<unknown>>>();

  some(key: string): boolean {
    return this.#work.has(key);
  }

  /** When one of what is under way has ended, well or not; at once where nothing is. */
  async next(key: string): Promise<void> {
    const work = this.#work.get(key);
    if (work) await Promise.race(work);
  }

  /** When all of what is under way by now has ended. */
  async settled(key: string): Promise<void> {
    await Promise.all(this.#work.get(key) ?? []);
  }

  async with<T>(key: string, begin: () => Promise<T>): Promise<T> {
    const result = begin();
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    const work = this.#work.get(key) ?? new Set();
    this.#work.set(key, work.add(ended));
    try {
      return await result;
    } finally {
      work.delete(ended);
      if (work.size === 0) this.#work.delete(key);
    }
  }
}
