import { afterEach, beforeEach, test } from 'vitest';
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

/**
 * Tests that get a store and a bench of their own, closed after each: for blocks whose tests mostly wait, such as for leases that run out, and
 * run beside each other (`describe.concurrent`).
 */
export const benchTest = (database: DatabaseName) =>
  test.extend('at', async ({ onTestFinished }) => {
    const opened = await openTestStore(database);
    const at = bench(opened.store);
    onTestFinished(async () => {
      await at.end();
      await opened.close();
    });
    return at;
  });
