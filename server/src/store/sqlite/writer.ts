/**
 * SQLite stores are written on a thread of their own, one for all stores of the process, each with a connection of its own: a commit writes
 * all that was changed at a stretch, which would hold up the event loop, as would the upkeep of a list's many indexes.
 */
import { ThreadStore, threadOf } from './thread.ts';
import type { Outcome, Statement, Statements } from './statements.ts';
import type { WriterRequest } from './writer-worker.ts';
import { isBusy } from '../faults/unavailable.ts';

/** MiB of the thread's heap: statements and their values. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

/** Statements sent at once: what waits to be sent is bounded, and so is what the thread does at a stretch. */
const TOGETHER = 100;
const NOTHING: Outcome = { rows: [] };

const running = threadOf<WriterRequest, Outcome | undefined>({
  name: 'sqlite-writer',
  program: new URL('./writer-worker.ts', import.meta.url),
  resourceLimits: HEAP,
});

/** Statements on the connection that writes a file. Those whose outcome nobody needs wait for the next one that is answered. Those under way when the thread ends fail with ThreadEnded. */
export class WriterStatements implements Statements {
  readonly #store: ThreadStore<WriterRequest, Outcome | undefined>;
  /** Not sent yet: they go with the next one that is answered. */
  #waiting: Statement[] = [];
  /** Why the transaction under way can only be rolled back. */
  #failure: Error | undefined;

  /** `shape`: of this program, for the guards of rows (schema/shape.ts). */
  constructor(file: string, shape: string) {
    this.#store = new ThreadStore(running, (store) => ({ ask: 'open', store, file, shape }));
  }

  take(): void {
    this.#waiting = [];
    this.#failure = undefined;
    this.#store.take();
  }

  /**
   * In the thread in which the present use began: after that has ended what follows of a transaction must not be run by the next one, which
   * knows nothing of what came before.
   */
  async execute(statement: Statement, answered: boolean): Promise<Outcome> {
    if (this.#failure) throw this.#failure;
    this.#waiting.push(statement);
    if (!answered && this.#waiting.length < TOGETHER) return NOTHING;
    const statements = this.#waiting;
    this.#waiting = [];
    try {
      const outcome = await this.#store.taken.ask({ ask: 'execute', store: this.#store.number, statements });
      if (!outcome) throw new TypeError('a statement was answered with nothing');
      return outcome;
    } catch (error) {
      // Another process's lock is met where a transaction begins: nothing was run, and all of them are tried again with the last.
      if (isBusy(error)) this.#waiting = statements.slice(0, -1);
      // Which of them were run nobody knows here: what comes next would be without them.
      else if (statements.length > 1) this.#failure = new Error('the transaction failed at an earlier statement', { cause: error });
      throw error;
    }
  }

  /** With the thread its connection is gone, and with that the transaction. */
  rollback(): Promise<void> {
    return this.#store.askIfRunning({ ask: 'rollback', store: this.#store.number });
  }

  close(): Promise<void> {
    return this.#store.askIfRunning({ ask: 'close', store: this.#store.number });
  }
}
