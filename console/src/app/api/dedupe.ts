/** Windows in ms within which equal reads are one request (S0 §9, decision B13). */
const TAKE_FIRST_MS = 600;
const TAKE_LAST_MS = 300;

interface Shared {
  promise: Promise<unknown>;
  controller: AbortController;
  waiting: number;
}

/**
 * Take-first: a read repeated within 600 ms of the first shares its answer. The request itself is aborted only when everyone
 * who waits for it has given up. `clear` before a read that must be newer: after a command, an event, a scope switch.
 */
export class TakeFirst {
  readonly #shared = new Map<string, Shared>();

  run<T>(key: string, start: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const shared = this.#shared.get(key) ?? this.#start(key, start);
    shared.waiting += 1;
    signal?.addEventListener('abort', () => this.#leave(key, shared, signal), { once: true });
    if (signal?.aborted) this.#leave(key, shared, signal);
    return waitFor(shared.promise as Promise<T>, signal);
  }

  clear(): void {
    this.#shared.clear();
  }

  #start<T>(key: string, start: (signal: AbortSignal) => Promise<T>): Shared {
    const controller = new AbortController();
    const shared: Shared = { promise: start(controller.signal), controller, waiting: 0 };
    this.#shared.set(key, shared);
    const forget = () => {
      if (this.#shared.get(key) === shared) this.#shared.delete(key);
    };
    setTimeout(forget, TAKE_FIRST_MS);
    // A failure is not an answer to share; whoever waits gets it from the promise itself.
    shared.promise.catch(forget);
    return shared;
  }

  #leave(key: string, shared: Shared, signal: AbortSignal): void {
    shared.waiting -= 1;
    if (shared.waiting > 0) return;
    shared.controller.abort(signal.reason);
    if (this.#shared.get(key) === shared) this.#shared.delete(key);
  }
}

/** The promise, or a rejection as soon as the signal aborts. */
function waitFor<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject);
  });
}

/**
 * Take-last: calls within 300 ms of each other run once, 300 ms after the last of them and with its arguments; all callers get that result.
 */
export function takeLast<A extends unknown[], T>(run: (...args: A) => Promise<T>, wait = TAKE_LAST_MS): (...args: A) => Promise<T> {
  let pending: { timer: ReturnType<typeof setTimeout>; result: PromiseWithResolvers<T> } | undefined;
  return (...args) => {
    const result = pending?.result ?? Promise.withResolvers<T>();
    clearTimeout(pending?.timer);
    const timer = setTimeout(() => {
      pending = undefined;
      run(...args).then(result.resolve, result.reject);
    }, wait);
    pending = { timer, result };
    return result.promise;
  };
}
