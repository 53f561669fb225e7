import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach } from 'vitest';
import { openStore } from '../../../src/store/open.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { testPlace, type TestPlace } from '../../support/databases.ts';

/** Threads of a name that this process has started since the call, the newest last. */
export function threadsNamed(name: 'sqlite-lists' | 'sqlite-writer'): readonly Worker[] {
  const threads: Worker[] = [];
  process.on('worker', (worker: Worker) => {
    if (worker.threadName === name) threads.push(worker);
  });
  return threads;
}

/** A SQLite store for each test of the surrounding `describe`. */
export function storeOfEach(): { readonly place: TestPlace; readonly store: Store } {
  let place: TestPlace;
  let store: Store;
  beforeEach(async () => {
    place = await testPlace('sqlite');
    store = await openStore(place.options);
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });
  return {
    get place() {
      return place;
    },
    get store() {
      return store;
    },
  };
}
