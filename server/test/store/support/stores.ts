import { afterAll, beforeAll } from 'vitest';
import type { Store } from '../../../src/port/store/store.ts';
import { openTestStore, type DatabaseName } from '../../support/databases.ts';

/** One store for all tests of a `describe`. */
export function sharedStore(name: DatabaseName): { readonly store: Store } {
  let opened: { store: Store; close: () => Promise<void> } | undefined;
  beforeAll(async () => {
    opened = await openTestStore(name);
  });
  afterAll(() => opened?.close());
  return {
    get store() {
      if (!opened) throw new Error('the store is opened before the first test');
      return opened.store;
    },
  };
}
