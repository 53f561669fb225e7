import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { kinds } from '@gantry/contract';
import { openStore } from '../../src/store/open.ts';
import { startPostgres, TEMPLATE } from './postgres.ts';

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
    // Each test brings its own secret key: the templates have not met one yet.
    const made = new DatabaseSync(file);
    made.exec('delete from store_identity');
    made.close();
    const template = new pg.Client(server.url(TEMPLATE));
    await template.connect();
    await template.query('delete from store_identity');
    await template.end();
    project.provide('postgresUrl', server.url('postgres'));
    project.provide('sqliteTemplate', file);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
