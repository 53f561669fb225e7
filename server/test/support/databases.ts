/** Both databases for tests: `describe.each(databases)('… on $name', ({ name }) => …)`. */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import { kinds } from '@gantry/contract';
import { openStore, type StoreOptions } from '../../src/store/open.ts';
import type { Store } from '../../src/store/port.ts';

export type DatabaseName = 'sqlite' | 'postgres';

export const databases: readonly { name: DatabaseName }[] = [{ name: 'sqlite' }, { name: 'postgres' }];

/** An empty database of the test server, or undefined for SQLite. It goes away with the server. */
export async function testDatabaseUrl(name: DatabaseName): Promise<string | undefined> {
  if (name === 'sqlite') return undefined;
  const url = inject('postgresUrl');
  const client = new pg.Client(url);
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  return url.replace('/postgres?', `/${database}?`);
}

/** A place for one or several stores: an empty database and a folder. */
export interface TestPlace {
  options: StoreOptions;
  /** Removes the folder. Stores must be closed before. */
  remove(): void;
}

export async function testPlace(name: DatabaseName, changes: Partial<StoreOptions> = {}): Promise<TestPlace> {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-store-'));
  const url = await testDatabaseUrl(name);
  const log = pino({ level: 'silent' });
  const options: StoreOptions = { url, file: join(folder, 'gantry.db'), secretKey: randomBytes(32), kinds, log, owner: 'test', ...changes };
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
