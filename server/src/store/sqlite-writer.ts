/**
 * SQLite stores are written on a thread of their own, one for all stores of the process, each with a connection of its own: a commit writes
 * all that was changed at a stretch, which would hold up the event loop, as would the upkeep of a list's many indexes.
 */
import { ThreadEnded, threadOf } from './sqlite-thread.ts';
import type { Outcome, Statements } from './sqlite-statements.ts';
import type { WriterAsked } from './sqlite-writer-worker.ts';

/** MiB of the thread's heap: statements and their values. */
const HEAP = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 128 };

const running = threadOf<WriterAsked, Outcome | undefined>({
  name: 'sqlite-writer',
  program: new URL('./sqlite-writer-worker.ts', import.meta.url),
  resourceLimits: HEAP,
});
let stores = 0;

/** Statements on the connection that writes a file. Those under way when the thread ends fail with ThreadEnded. */
export class WriterStatements implements Statements {
  readonly #file: string;
  readonly #store = ++stores;
  /**
   * Where the present use began: after the thread has ended what follows of a transaction must not be run by the next one, which knows
   * nothing of what came before.
   */
  #thread: ReturnType<typeof running> | undefined;

  constructor(file: string) {
    this.#file = file;
    // At once: loading its program takes longer than a statement.
    this.take();
  }

  take(): void {
    const now = running();
    if (this.#thread !== now) now.tell({ ask: 'open', store: this.#store, file: this.#file });
    this.#thread = now;
  }

  async execute(sql: string, parameters: readonly unknown[]): Promise<Outcome> {
    const outcome = await this.#ask({ ask: 'execute', store: this.#store, sql, parameters });
    if (!outcome) throw new TypeError('a statement was answered with nothing');
    return outcome;
  }

  async rollback(): Promise<void> {
    // With the thread its connection is gone, and with that the transaction.
    if (this.#thread?.isRunning) await this.#ask({ ask: 'rollback', store: this.#store });
  }

  async close(): Promise<void> {
    if (this.#thread?.isRunning) await this.#ask({ ask: 'close', store: this.#store });
  }

  #ask(asked: WriterAsked): Promise<Outcome | undefined> {
    return this.#thread ? this.#thread.ask(asked) : Promise.reject(new ThreadEnded('it was never begun'));
  }
}
