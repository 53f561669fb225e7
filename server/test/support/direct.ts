/** Statements past the store, on either database: for what a test must see or do that the store itself never shows or allows. */
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { StoreOptions } from '../../src/store/open.ts';

/** Runs one statement on a connection of its own; its rows. Rejects with the database's error. */
export async function direct({ url, file }: Pick<StoreOptions, 'url' | 'file'>, statement: string): Promise<Record<string, unknown>[]> {
  if (url === undefined) {
    const database = new DatabaseSync(file);
    try {
      return database.prepare(statement).all();
    } finally {
      database.close();
    }
  }
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
