import { afterEach, beforeEach } from 'vitest';
import { openTestStore, type DatabaseName } from '../../support/databases.ts';
import { bench, type Bench } from './bench.ts';

/** A store and a bench on it for each test of a block, closed after it: what is returned is always those of the present test. */
export function benchOfEach(database: DatabaseName): Bench {
  const at = {} as Bench;
  let close: () => Promise<void>;
  beforeEach(async () => {
    const opened = await openTestStore(database);
    Object.assign(at, bench(opened.store));
    close = opened.close;
  });
  afterEach(async () => {
    await at.end();
    await close();
  });
  return at;
}
