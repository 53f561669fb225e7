import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { kinds } from '@gantry/contract';
import { openStore } from '../../src/store/open.ts';
import { startPostgres, TEMPLATE } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test server's database `postgres`. */
    postgresUrl: string;
    /** Path of a SQLite file with the schema of the store and no rows. */
    sqliteTemplate: string;
  }
}

/** One PostgreSQL server for all test files, and the two empty stores that tests begin with (`databases.ts`). */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  const folder = mkdtempSync(join(tmpdir(), 'gantry-template-'));
  const stop = async (): Promise<void> => {
    rmSync(folder, { recursive: true, force: true });
    await server.stop();
  };
  try {
    const client = new pg.Client(server.url('postgres'));
    await client.connect();
    await client.query(`create database ${TEMPLATE}`);
    await client.end();
    const file = join(folder, 'gantry.db');
    for (const url of [undefined, server.url(TEMPLATE)]) {
      const store = await openStore({ url, file, secretKey: randomBytes(32), kinds, log: pino({ level: 'silent' }), owner: 'template' });
      await store.close();
    }
    project.provide('postgresUrl', server.url('postgres'));
    project.provide('sqliteTemplate', file);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
