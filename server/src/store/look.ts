import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StoreOptions } from './open.ts';
import { translated } from './faults/unavailable.ts';

/** `empty`: nothing was ever opened here; `sealed`: it holds what was sealed with a secret key; `unsealed`: it has forgotten that. */
export type StoreState = 'empty' | 'unsealed' | 'sealed';

const CONNECT_MS = 5_000;

/** What is at the place of a store, without making or changing anything. Throws StoreUnavailable, or the database's own error. */
export async function lookAtStore({ url, file }: Pick<StoreOptions, 'url' | 'file'>): Promise<StoreState> {
  try {
    return await (url === undefined ? lookAtFile(file) : lookAtDatabase(url));
  } catch (error) {
    throw translated(error);
  }
}

/** Names of the tables, and then how many rows the identity has. Stores from before the identity are as good as sealed. */
const stateOf = (tables: ReadonlySet<unknown>, sealed: () => boolean): StoreState => {
  if (!tables.has('kysely_migration')) return 'empty';
  return !tables.has('store_identity') || sealed() ? 'sealed' : 'unsealed';
};

function lookAtFile(file: string): StoreState {
  // SQLite takes a file of no bytes for a database without tables.
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return 'empty';
  const database = new DatabaseSync(file, { readOnly: true, timeout: 5_000 });
  try {
    const tables = database.prepare(`select name from sqlite_schema where type = 'table'`).all();
    const sealed = (): boolean => database.prepare('select 1 from store_identity').get() !== undefined;
    return stateOf(new Set(tables.map(({ name }) => name)), sealed);
  } finally {
    database.close();
  }
}

async function lookAtDatabase(url: string): Promise<StoreState> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  // What breaks is told to whoever waits for an answer.
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select name from unnest(array['kysely_migration', 'store_identity']) as name where to_regclass(name) is not null`,
    );
    const tables = new Set(rows.map(({ name }) => name));
    const identity = tables.has('store_identity') ? await client.query('select 1 from store_identity') : undefined;
    return stateOf(tables, () => (identity?.rowCount ?? 0) > 0);
  } finally {
    await client.end();
  }
}
