import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * Tells what runs inside a transaction. A second transaction or a single change would wait there for the first one for ever (SQLite
 * has one writer), so it is refused at once: inside, the Writer is to be used. Reads through the store are fine inside; they see
 * committed state.
 */
export class TransactionGuard {
  readonly #running = new AsyncLocalStorage<{ open: boolean }>();

  /** Throws where the caller is inside a transaction. */
  assertOutside(what: string): void {
    if (this.#running.getStore()?.open) throw new Error(`${what} inside a transaction would wait for itself; use the transaction's writer`);
  }

  async inside<T>(work: () => Promise<T>): Promise<T> {
    const state = { open: true };
    try {
      return await this.#running.run(state, work);
    } finally {
      // What was started inside and goes on by itself is outside from now on.
      state.open = false;
    }
  }

  /** The same object, its named methods refused inside a transaction. */
  guard<T extends object>(target: T, names: readonly (keyof T & string)[]): T {
    const guarded = { ...target };
    for (const name of names) {
      const method = target[name];
      if (typeof method !== 'function') continue;
      const wrapped = async (...values: unknown[]): Promise<unknown> => {
        this.assertOutside(name);
        return Reflect.apply(method, target, values) as unknown;
      };
      Object.assign(guarded, { [name]: wrapped });
    }
    return guarded;
  }
}
