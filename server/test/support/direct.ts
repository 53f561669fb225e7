/** Statements past the store, on either database: for what a test must see or do that the store itself never shows or allows. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { StoreOptions } from '../../src/store/open.ts';

/** A connection as a program of the store's own shape has it, so that rows may be written (`shape.ts`). */
export function openDirect(file: string): DatabaseSync {
  const database = new DatabaseSync(file);
  // Asked for each row that is written; there may be no store yet.
  let shape: StatementSync | undefined;
  database.function('gantry_shape', () => {
    shape ??= database.prepare('select shape from store_shape');
    return String(shape.get()?.['shape']);
  });
  return database;
}

/** The same on PostgreSQL; also where there is no store yet. */
export async function connectDirect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  const { rowCount } = await client.query(`select 1 where to_regclass('store_shape') is not null`);
  if (rowCount === 1) await client.query(`select set_config('gantry.shape', (select shape from store_shape), false)`);
  return client;
}

/** Runs one statement on a connection of its own; its rows. Rejects with the database's error. */
export async function direct({ url, file }: Pick<StoreOptions, 'url' | 'file'>, statement: string): Promise<Record<string, unknown>[]> {
  if (url === undefined) {
    const database = openDirect(file);
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  }
  const client = await connectDirect(url);
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
