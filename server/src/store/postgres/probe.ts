import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds between an answer and the next question. */
const EVERY_MS = 2_000;
/** Milliseconds of silence after which a server counts as gone. */
const SILENCE_MS = 5_000;

/** An error as a broken network would raise it. */
class Silence extends Error {
  readonly code = 'ETIMEDOUT';

  constructor() {
    super(`no answer within ${SILENCE_MS / 1000} s`);
    this.name = 'Silence';
  }
}

/**
 * Asks again and again whether someone is there. A server that is stopped, or behind a network that swallows everything, breaks no
 * connection: without this each request would wait for it for ever.
 */
export class ConnectionProbe {
  readonly #ask: () => Promise<unknown>;
  readonly #onSilence: (reason: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  /** `onSilence` is called at most once; an `ask` that fails is left to whoever watches the connection. */
  constructor(ask: () => Promise<unknown>, onSilence: (reason: Error) => void) {
    this.#ask = ask;
    this.#onSilence = onSilence;
    this.#next();
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  #next(): void {
    if (!this.#stopped) this.#timer = setTimeout(() => this.#beat(), EVERY_MS);
  }

  #beat(): void {
    let answered = false;
    this.#timer = setTimeout(() => void this.#doubt(() => answered), SILENCE_MS);
    this.#ask().then(
      () => {
        answered = true;
        clearTimeout(this.#timer);
        this.#next();
      },
      () => this.stop(),
    );
  }

  /** Where this process itself was held up, its timers run before what has arrived meanwhile is read. */
  async #doubt(isAnswered: () => boolean): Promise<void> {
    await nextTurn();
    await nextTurn();
    if (!isAnswered() && !this.#stopped) this.#onSilence(new Silence());
  }
}
