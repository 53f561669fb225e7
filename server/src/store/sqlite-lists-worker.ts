/** Reads lists of SQLite stores on a thread of its own; see sqlite-lists.ts. */
import { parentPort } from 'node:worker_threads';
import { GantryError } from '@gantry/contract/wire/errors';
import { layoutOf, type Layout, type ListedKind } from './layout.ts';
import { listsOn, type ListAnswer, type ListQuestion, type Lists } from './lists.ts';
import { Scopes } from './scopes.ts';
import { openReader, type SqliteReader } from './sqlite-reader.ts';
import { StoreUnavailable } from './unavailable.ts';

/** KiB of pages kept in memory. */
const CACHE_KIB = 48 * 1024;

/** Where a store is, and what it lists. */
export interface Place {
  file: string;
  kinds: readonly ListedKind[];
}

/** What the thread is asked; all but `open` is answered, by its `id`. Stores have numbers. */
export type Asked =
  | { ask: 'open'; store: number; place: Place }
  | { ask: 'list'; store: number; id: number; question: ListQuestion }
  | { ask: 'close'; store: number; id: number };

/** An error on its way to another thread, which copies no classes. */
export type Thrown =
  | ({ as: 'refused' } & Pick<GantryError, 'code' | 'params' | 'reason' | 'fields' | 'detail' | 'requestId'>)
  | { as: 'unavailable' | 'unexpected'; name: string; message: string; stack: string | undefined };

export type Answered = { id: number } & ({ answer: ListAnswer | undefined } | { thrown: Thrown });

const port = parentPort;
if (!port) throw new Error('this file runs as a worker only');
const stores = new Map<number, ListedStore>();

class ListedStore {
  readonly #file: string;
  readonly #layouts: ReadonlyMap<string, Layout>;
  #reader: SqliteReader | undefined;
  #list: Lists['list'] | undefined;

  constructor({ file, kinds }: Place) {
    this.#file = file;
    this.#layouts = new Map(kinds.map((kind) => [kind.name, layoutOf(kind)]));
  }

  list(question: ListQuestion): Promise<ListAnswer> {
    this.#list ??= this.#open();
    return this.#list(question);
  }

  async close(): Promise<void> {
    await this.#reader?.close();
  }

  /** At the first list, which is told where it fails; the next one tries again. */
  #open(): Lists['list'] {
    const reader = openReader(this.#file, CACHE_KIB, 'none');
    this.#reader = reader;
    const source = { flavour: 'sqlite', snapshot: reader.snapshot } as const;
    return listsOn(source, this.#layouts, new Scopes(source));
  }
}

function storeOf(number: number): ListedStore {
  const store = stores.get(number);
  if (!store) throw new Error('the store is closed');
  return store;
}

async function answerTo(asked: Exclude<Asked, { ask: 'open' }>): Promise<ListAnswer | undefined> {
  const store = storeOf(asked.store);
  if (asked.ask === 'list') return store.list(asked.question);
  stores.delete(asked.store);
  await store.close();
  return undefined;
}

function thrownAs(error: unknown): Thrown {
  if (error instanceof GantryError) {
    const { code, params, reason, fields, detail, requestId } = error;
    return { as: 'refused', code, params, reason, fields, detail, requestId };
  }
  const isDown = error instanceof StoreUnavailable;
  const cause = isDown ? error.cause : error;
  const { name, message, stack } = cause instanceof Error ? cause : new Error(String(cause));
  return { as: isDown ? 'unavailable' : 'unexpected', name, message, stack };
}

port.on('message', (asked: Asked) => {
  if (asked.ask === 'open') {
    stores.set(asked.store, new ListedStore(asked.place));
    return;
  }
  const { id } = asked;
  const say = (answered: Answered): void => port.postMessage(answered);
  answerTo(asked).then(
    (answer) => say({ id, answer }),
    (error: unknown) => say({ id, thrown: thrownAs(error) }),
  );
});
