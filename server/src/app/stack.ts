/** What has been started, to be stopped in reverse order, whether the start came to its end or not. */
export class Stack {
  readonly #parts: { name: string; stop: () => Promise<unknown> | void }[] = [];
  #stopping: string | undefined;

  /** `name`: as it stands in a sentence about a stop that takes too long. */
  push(name: string, stop: () => Promise<unknown> | void): void {
    this.#parts.push({ name, stop });
  }

  /** The part that is being stopped. */
  get stopping(): string | undefined {
    return this.#stopping;
  }

  /** All parts are stopped, also after one fails; the first failure is thrown. */
  async unwind(): Promise<void> {
    const failures: unknown[] = [];
    for (let part = this.#parts.pop(); part; part = this.#parts.pop()) {
      this.#stopping = part.name;
      try {
        await part.stop();
      } catch (error) {
        failures.push(error);
      }
    }
    this.#stopping = undefined;
    if (failures.length > 0) throw failures[0];
  }
}
