/**
 * Lists of SQLite stores are read on a thread of their own, one for all stores of the process, each with a connection of its own: they
 * neither wait for what the event loop does meanwhile nor hold it up, and what they leave behind is not collected there. The lists of a
 * store are read one after the other: shared out among each other a processor's time would end none of them sooner.
 */
import type { Logger } from 'pino';
import type { Layout } from '../entries/layout.ts';
import type { LargestAnswer } from '../lists/largest.ts';
import type { ListAnswer, Lists } from '../lists/lists.ts';
import type { ListsAnswer, ListsRequest } from './lists-worker.ts';
import { ThreadEnded, ThreadStore, threadOf } from './thread.ts';
import { readingElsewhere } from '../../turns/turns.ts';

/** MiB of the thread's heap: what a few answers leave behind, and what must suffice for the largest. */
const HEAP = { maxYoungGenerationSizeMb: 16, maxOldGenerationSizeMb: 192 };

const running = threadOf<ListsRequest, ListsAnswer>({
  name: 'sqlite-lists',
  program: new URL('./lists-worker.ts', import.meta.url),
  resourceLimits: HEAP,
});

/** Lists of the store in a file. Calls under way when the thread ends fail with StoreUnavailable; the next one starts another thread. */
export function sqliteLists(file: string, layouts: ReadonlyMap<string, Layout>, log: Logger): Lists {
  const kinds = [...layouts.values()].map(({ kind: { name, version, shareable, fields } }) => ({ name, version, shareable, fields }));
  const store = new ThreadStore<ListsRequest, ListsAnswer>(running, (number) => ({
    ask: 'open',
    store: number,
    place: { file, kinds },
  }));
  async function ask<A extends ListsAnswer>(request: Exclude<ListsRequest, { ask: 'open' | 'close' }>): Promise<NonNullable<A>> {
    try {
      const answer = await readingElsewhere(() => store.take().ask(request));
      if (!answer) throw new TypeError('a list was answered without rows');
      return answer as NonNullable<A>;
    } catch (error) {
      if (error instanceof ThreadEnded) log.error({ err: error }, 'a list was interrupted');
      throw error;
    }
  }
  return {
    list: (question) => ask<ListAnswer>({ ask: 'list', store: store.number, question }),
    largest: (question) => ask<LargestAnswer>({ ask: 'largest', store: store.number, question }),
    close: () => store.askIfRunning({ ask: 'close', store: store.number }),
  };
}
