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
  #giveUp: (() => void) | undefined;
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
    this.#giveUp?.();
  }

  #next(): void {
    if (!this.#stopped) this.#timer = setTimeout(() => this.#beat(), EVERY_MS);
  }

  #beat(): void {
    const answer = this.#ask();
    this.#giveUp = onceSilent(answer, this.#onSilence);
    answer.then(
      () => this.#next(),
      () => this.stop(),
    );
  }
}

/** Calls `onSilence` where an answer keeps away for too long. Answers how no longer to wait for it. */
export function onceSilent(answer: Promise<unknown>, onSilence: (reason: Error) => void): () => void {
  let waits = true;
  const end = (): void => {
    waits = false;
    clearTimeout(timer);
  };
  const timer = setTimeout(async () => {
    // Where this process itself was held up, its timers run before what has arrived meanwhile is read.
    await nextTurn();
    await nextTurn();
    if (waits) onSilence(new Silence());
  }, SILENCE_MS);
  answer.then(end, end);
  return end;
}
