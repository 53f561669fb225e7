/**
 * Databases for tests: `describe.each(databases)('… on $name', ({ name }) => …)` where the outcome may differ from one to the other: what
 * sends statements of its own, relies on transactions or constraints, or on what survives. All else, which asks the store by its port and
 * would be asked the same twice, takes `anyDatabase`.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, inject } from 'vitest';
import { kinds } from '@gantry/contract';
import { casesOfTier } from '../../../tools/lib/tier.ts';
import { openStore, type StoreOptions } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { TEMPLATE } from './postgres.ts';

// What global-setup.ts has for the tests.
declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's database `postgres`. */
    postgresUrl: string;
    /** Path of a SQLite file with the schema of the store and no rows. */
    sqliteTemplate: string;
  }
}

export type DatabaseName = 'sqlite' | 'postgres';

type Databases = readonly { name: DatabaseName }[];

/** Both in each tier: for tests of a database itself. */
export const bothDatabases: Databases = [{ name: 'sqlite' }, { name: 'postgres' }];

/** Both in the full tier, SQLite in the default one. */
export const databases: Databases = casesOfTier(bothDatabases);

/** SQLite; both with `npm run databases`. */
export const anyDatabase: Databases = process.env['GANTRY_TEST_DATABASES'] === 'all' ? bothDatabases : bothDatabases.slice(0, 1);

/**
 * A database of the test server that holds the store's schema and no rows, or undefined for SQLite. It goes away with the server.
 * `empty`: without the schema.
 */
export async function testDatabaseUrl(name: DatabaseName, empty = false): Promise<string | undefined> {
  if (name === 'sqlite') return undefined;
  const url = inject('postgresUrl');
  const client = new pg.Client(url);
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await client.connect();
  // Test files ask for copies at the same time: a template that is being copied can still be copied, one in use cannot.
  await client.query(`create database ${database} ${empty ? '' : `template ${TEMPLATE} strategy file_copy`}`);
  await client.end();
  return url.replace('/postgres?', `/${database}?`);
}

/** A place for one or several stores: a database without rows and a folder. */
export interface TestPlace {
  options: StoreOptions;
  /** Removes the folder. Stores must be closed before. */
  remove(): void;
}

export async function testPlace(name: DatabaseName, changes: Partial<StoreOptions> = {}, empty = false): Promise<TestPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-store-'));
  const url = await testDatabaseUrl(name, empty);
  const file = join(folder, 'gantry.db');
  if (!url && !empty) copyFileSync(inject('sqliteTemplate'), file);
  const log = pino({ level: 'silent' });
  const options: StoreOptions = { url, file, secretKey: randomBytes(32), kinds, log, owner: 'test', ...changes };
  return { options, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A store on a fresh database; `close` also removes what it left on disk. */
export async function openTestStore(
  name: DatabaseName,
  changes: Partial<StoreOptions> = {},
): Promise<{ store: Store; close: () => Promise<void> }> {
  const place = await testPlace(name, changes);
  const store = await openStore(place.options);
  return {
    store,
    async close() {
      await store.close();
      place.remove();
    },
  };
}

/** A store for each test of a block, on a fresh database, handed over with its place; both are gone after the test. */
export function storeForEach(name: DatabaseName, give: (store: Store, place: TestPlace) => void): void {
  let place: TestPlace;
  let store: Store;
  beforeEach(async () => {
    place = await testPlace(name);
    store = await openStore(place.options);
    give(store, place);
  });
  afterEach(async () => {
    await store.close();
    place.remove();
  });
}
