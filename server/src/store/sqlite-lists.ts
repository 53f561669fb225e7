/**
 * Lists of SQLite stores are read on a thread of their own, one for all stores of the process, each with a connection of its own: they
 * neither wait for what the event loop does meanwhile nor hold it up, and what they leave behind is not collected there. The lists of a
 * store are read one after the other: shared out among each other a processor's time would end none of them sooner.
 */
import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Layout } from './layout.ts';
import type { ListAnswer, Lists } from './lists.ts';
import type { Answered, Asked, Place, Thrown } from './sqlite-lists-worker.ts';
import { StoreUnavailable } from './unavailable.ts';

/** MiB of the thread's heap: what a few answers leave behind, and what must suffice for the largest. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

class ThreadEnded extends Error {
  constructor(cause: unknown) {
    super('the thread that reads lists has ended', { cause });
    this.name = 'ThreadEnded';
  }
}

class Thread {
  readonly #worker = new Worker(new URL('./sqlite-lists-worker.ts', import.meta.url), { resourceLimits: HEAP });
  readonly #waiting = new Map<number, PromiseWithResolvers<ListAnswer | undefined>>();
  #asked = 0;
  #ended: ThreadEnded | undefined;

  constructor() {
    // It keeps no process alive, except while somebody waits.
    this.#worker.unref();
    this.#worker.on('message', (answered: Answered) => this.#hear(answered));
    for (const event of ['error', 'messageerror'] as const) this.#worker.on(event, (error) => this.#end(error));
    this.#worker.on('exit', (code) => this.#end(new Error(`it ended with ${code}`)));
  }

  get isRunning(): boolean {
    return this.#ended === undefined;
  }

  open(store: number, place: Place): void {
    this.#worker.postMessage({ ask: 'open', store, place } satisfies Asked);
  }

  /** Rejects with ThreadEnded where the thread ends before it has answered. */
  ask(question: (id: number) => Asked): Promise<ListAnswer | undefined> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#asked;
    const waiting = Promise.withResolvers<ListAnswer | undefined>();
    this.#worker.postMessage(question(id));
    this.#waiting.set(id, waiting);
    this.#worker.ref();
    return waiting.promise;
  }

  #hear(answered: Answered): void {
    const waiting = this.#waiting.get(answered.id);
    this.#waiting.delete(answered.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('answer' in answered) waiting?.resolve(answered.answer);
    else waiting?.reject(errorOf(answered.thrown));
  }

  #end(cause: unknown): void {
    this.#ended ??= new ThreadEnded(cause);
    for (const waiting of this.#waiting.values()) waiting.reject(this.#ended);
    this.#waiting.clear();
  }
}

/** The error that was thrown in the thread, as if it had been thrown here. */
function errorOf(thrown: Thrown): Error {
  if (thrown.as === 'refused') {
    const { code, params, reason, fields, detail, requestId } = thrown;
    return new GantryError(code, {
      params,
      ...(reason && { reason }),
      ...(fields && { fields }),
      ...(detail !== undefined && { detail }),
      ...(requestId !== undefined && { requestId }),
    });
  }
  const { name, message, stack } = thrown;
  const error = Object.assign(new Error(message), { name, stack });
  return thrown.as === 'unavailable' ? new StoreUnavailable(error) : error;
}

let thread: Thread | undefined;
let stores = 0;

function running(): Thread {
  if (!thread?.isRunning) thread = new Thread();
  return thread;
}

/** Lists of the store in a file. Calls under way when the thread ends fail with StoreUnavailable; the next one starts another thread. */
export function sqliteLists(file: string, layouts: ReadonlyMap<string, Layout>, log: Logger): Lists {
  const kinds = [...layouts.values()].map(({ kind: { name, version, shareable, fields } }) => ({ name, version, shareable, fields }));
  const store = ++stores;
  let openIn: Thread | undefined;
  const opened = (): Thread => {
    const now = running();
    if (openIn !== now) now.open(store, { file, kinds });
    openIn = now;
    return now;
  };
  // At once: loading its program takes longer than a list.
  opened();
  return {
    async list(question) {
      try {
        const answer = await opened().ask((id) => ({ ask: 'list', store, id, question }));
        if (!answer) throw new TypeError('a list was answered without rows');
        return answer;
      } catch (error) {
        if (!(error instanceof ThreadEnded)) throw error;
        log.error({ err: error }, 'a list was interrupted');
        throw new StoreUnavailable(error);
      }
    },
    async close() {
      // A thread that has ended has nothing open.
      if (openIn?.isRunning) await openIn.ask((id) => ({ ask: 'close', store, id }));
    },
  };
}
