/** Reads lists of SQLite stores on a thread of its own; see lists.ts. */
import { parentPort } from 'node:worker_threads';
import { layoutOf, type Layout, type ListedKind } from '../entries/layout.ts';
import type { LargestAnswer, LargestQuestion } from '../lists/largest.ts';
import { listsOn, type ListAnswer, type ListQuestion, type Lists } from '../lists/lists.ts';
import { Scopes } from '../visibility/scopes.ts';
import { openReader, type SqliteReader } from './reader.ts';
import { answerAt } from './thread.ts';

/** KiB of pages kept in memory. */
const CACHE_KIB = 40 * 1024;

/** Where a store is, and what it lists. */
interface Place {
  file: string;
  kinds: readonly ListedKind[];
}

/** What the thread is asked; `open` waits for no answer. Stores have numbers. */
export type ListsRequest =
  | { ask: 'open'; store: number; place: Place }
  | { ask: 'list'; store: number; question: ListQuestion }
  | { ask: 'largest'; store: number; question: LargestQuestion }
  | { ask: 'close'; store: number };

/** What it answers; nothing where the store was closed. */
export type ListsAnswer = ListAnswer | LargestAnswer | undefined;

const port = parentPort;
if (!port) throw new Error('this file runs as a worker only');
const stores = new Map<number, ListedStore>();

class ListedStore {
  readonly #file: string;
  readonly #layouts: ReadonlyMap<string, Layout>;
  #reader: SqliteReader | undefined;
  #lists: Omit<Lists, 'close'> | undefined;

  constructor({ file, kinds }: Place) {
    this.#file = file;
    this.#layouts = new Map(kinds.map((kind) => [kind.name, layoutOf(kind)]));
  }

  get lists(): Omit<Lists, 'close'> {
    return (this.#lists ??= this.#open());
  }

  async close(): Promise<void> {
    await this.#reader?.close();
  }

  /** At the first list, which is told where it fails; the next one tries again. */
  #open(): Omit<Lists, 'close'> {
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

answerAt(port, async (request: ListsRequest): Promise<ListsAnswer> => {
  if (request.ask === 'open') {
    stores.set(request.store, new ListedStore(request.place));
    return undefined;
  }
  const store = storeOf(request.store);
  if (request.ask === 'list') return store.lists.list(request.question);
  if (request.ask === 'largest') return store.lists.largest(request.question);
  stores.delete(request.store);
  await store.close();
  return undefined;
});
