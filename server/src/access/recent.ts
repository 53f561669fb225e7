/** Keeps what was used within the last `span` milliseconds, at most twice as long. What was not is forgotten as a whole, without looking for it. */
export class Recent<V> {
  readonly #span: number;
  readonly #now: () => number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();
  #turnedAt: number;

  constructor(span: number, now: () => number) {
    this.#span = span;
    this.#now = now;
    this.#turnedAt = now();
  }

  get(key: string): V | undefined {
    this.#turn();
    const known = this.#young.get(key);
    if (known !== undefined) return known;
    const older = this.#old.get(key);
    if (older !== undefined) this.#young.set(key, older);
    return older;
  }

  set(key: string, value: V): void {
    this.#turn();
    this.#young.set(key, value);
  }

  delete(key: string): void {
    this.#young.delete(key);
    this.#old.delete(key);
  }

  #turn(): void {
    const passed = this.#now() - this.#turnedAt;
    if (passed < this.#span) return;
    this.#old = passed < 2 * this.#span ? this.#young : new Map();
    this.#young = new Map();
    this.#turnedAt = this.#now();
  }
}
