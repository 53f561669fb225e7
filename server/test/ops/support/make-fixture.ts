/**
 * Makes the stores of an older version that the upgrade test opens: `npx node server/test/ops/support/make-fixture.ts <checkout> <name>`.
 * The checkout is one of that version with its libraries installed (`git worktree add ../older <commit>`, `npm ci` there). Its own server
 * runs on either database, is used a little, and is stopped in the middle of a task; what it leaves is kept under fixtures/<name>.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { hashOf } from '../../../src/access/tokens.ts';
import { startPostgres, tool } from '../../support/postgres.ts';
import { startServer } from '../../support/process.ts';
import { FIXTURE_KEY, fixturePath, type Fixture } from './fixture.ts';

const [checkout, name] = process.argv.slice(2);
if (checkout === undefined || name === undefined) throw new Error('Usage: make-fixture.ts <checkout> <name>');
const main = resolve(checkout, 'server/src/main.ts');
const folder = mkdtempSync(join(tmpdir(), 'gantry-fixture-'));

/** Uses the older server and stops it while it builds a server. */
async function exercise(data: string, databaseUrl?: string): Promise<Fixture> {
  const env = { GANTRY_SECRET_KEY: FIXTURE_KEY };
  const timings = { build: 5_000, start: 0, stop: 0, reboot: 0, delete: 0 };
  const server = await startServer({ main, data, databaseUrl, env, embedded: { timings, passwordCost: 1024 } });
  const lead = await server.as('acme-lead', 'acme-prod');
  const { list, create, update, start } = nouns.servers.calls;
  const [first] = (await lead.call(list, { query: { sort: 'name:asc' } })).data;
  await lead.call(update, { params: { serverId: first!.id }, body: { name: 'renamed before the upgrade' } });
  await lead.reply(start, { params: { serverId: first!.id } });
  const [flavor] = (await lead.call(nouns.flavors.calls.list, { query: { sort: 'name:asc' } })).data;
  const [image] = (await lead.call(nouns.images.calls.list)).data;
  const [network] = (await lead.call(nouns.networks.calls.list)).data;
  const body = { name: 'begun before the upgrade', flavor_id: flavor!.id, image_id: image!.id, network_ids: [network!.id] };
  const [volume] = (await lead.call(nouns.volumes.calls.list, { query: { limit: 1 } })).data;
  const taken = await lead.call(nouns.volumeSnapshots.calls.create, { body: { volume_id: volume!.id, name: 'taken before the upgrade' } });
  const key = await lead.call(nouns.keyPairs.calls.create, { body: { name: 'added before the upgrade', public_key: EXAMPLE_KEY } });
  const { id, task_id } = await lead.call(create, { body });
  const code = await server.stop();
  if (code !== 0) throw new Error(`the server ended with ${code}:\n${server.err()}`);
  return {
    renamedId: first!.id,
    begunId: id!,
    taskId: task_id,
    snapshotId: taken.id!,
    keyId: key.id!,
    sessionHash: hashOf(lead.headers[SESSION_HEADER]!),
    tokenHash: hashOf(lead.headers[AUTH_TOKEN_HEADER]!),
  };
}

const keep = (file: string, content: Buffer | string): void => writeFileSync(fixturePath(name, file), gzipSync(content, { level: 9 }));

const postgres = await startPostgres();
try {
  const data = join(folder, 'sqlite');
  const sqlite = await exercise(data);
  const copy = join(folder, 'copy.sqlite');
  const database = new DatabaseSync(join(data, 'gantry.sqlite'));
  database.prepare('vacuum into ?').run(copy);
  database.close();
  keep('sqlite.gz', readFileSync(copy));

  const client = new pg.Client(postgres.url('postgres'));
  await client.connect();
  await client.query('create database older');
  await client.end();
  const url = postgres.url('older');
  const inPostgres = await exercise(join(folder, 'postgres'), url);
  keep('sql.gz', execFileSync(tool('pg_dump'), ['--no-owner', '--dbname', url], { maxBuffer: 2 ** 28 }));
  writeFileSync(fixturePath(name, 'json'), `${JSON.stringify({ sqlite, postgres: inPostgres }, null, 2)}\n`);
} finally {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}
