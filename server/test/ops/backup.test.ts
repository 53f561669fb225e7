import { execFile, execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { kinds, nouns } from '@gantry/contract';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { FULL } from '../../../tools/lib/tier.ts';
import { backUp } from '../../src/app/backup.ts';
import { RESERVE } from '../../src/ops/free-space.ts';
import { openStore } from '../../src/store/open.ts';
import { startable } from '../support/built.ts';
import { Client } from '../support/client.ts';
import { databases, testDatabaseUrl } from '../support/databases.ts';
import { tool } from '../support/postgres.ts';
import { launch, startServer, type RunningServer } from '../support/process.ts';
import { connect } from '../../../fakes/socket.ts';

const run = promisify(execFile);
const { program, env: compiled } = startable(fileURLToPath(new URL('../../src/backup.ts', import.meta.url)));
const KEY = 'the secret key of the backed-up store';

const folder = mkdtempSync(join(tmpdir(), 'gantry-backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const backup = (env: Record<string, string>, ...args: string[]) => {
  const child = run(process.execPath, [program, ...args], { env: { PATH: process.env['PATH'] ?? '', ...compiled, ...env } });
  return child.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, text: error.stderr }),
  );
};

/** What was answered with yes, in order: names of servers, and the ids of the requests that gave them. */
interface Load {
  acknowledged: { serverId: string; name: string; requestId: string }[];
  stop(): Promise<void>;
}

/** Renames servers without a pause, several at a time. */
function putUnderLoad(lead: Client, serverIds: readonly string[]): Load {
  const acknowledged: Load['acknowledged'] = [];
  let going = true;
  const work = serverIds.map(async (serverId) => {
    for (let turn = 0; going; turn++) {
      const [name, requestId] = [`turn ${turn}`, randomUUID()];
      await lead.call(nouns.servers.calls.update, { params: { serverId }, body: { name } }, { 'x-request-id': requestId });
      acknowledged.push({ serverId, name, requestId });
    }
  });
  return {
    acknowledged,
    async stop() {
      going = false;
      await Promise.all(work);
    },
  };
}

const turnOf = (name: string): number => Number(/^turn (\d+)$/.exec(name)?.[1] ?? -1);

describe.each(databases)('a backup on $name', ({ name: database }) => {
  /** Copies the store of a running server; returns what a start of the copy needs. */
  async function copyOf(data: string, url: string | undefined, name: string): Promise<{ data: string; databaseUrl: string | undefined }> {
    const copy = join(folder, name);
    if (url === undefined) {
      const { code, text } = await backup({ GANTRY_DATA: data }, copy);
      expect(text).toMatch(/Backed up to .*The folder holds the secret key/);
      expect(code).toBe(0);
      return { data: copy, databaseUrl: undefined };
    }
    const dump = join(folder, `${name}.dump`);
    await run(tool('pg_dump'), ['--format=custom', `--file=${dump}`, url]);
    const databaseUrl = await testDatabaseUrl('postgres', true);
    execFileSync(tool('pg_restore'), ['--no-owner', '--exit-on-error', `--dbname=${databaseUrl}`, dump]);
    return { data: copy, databaseUrl };
  }

  it('a backup made under load holds all that was acknowledged before it began, and can be started from', async () => {
    const data = join(folder, `data-${database}`);
    const url = await testDatabaseUrl(database);
    const env: Record<string, string> = url === undefined ? {} : { GANTRY_SECRET_KEY: KEY };
    const first = await startServer({ data, databaseUrl: url, env: { ...env, GANTRY_SAMPLE_SERVERS: '4' } });
    const lead = await first.as('acme-lead', 'acme-prod');
    const servers = (await lead.call(nouns.servers.calls.list)).data;
    const load = putUnderLoad(
      lead,
      servers.map(({ id }) => id),
    );
    await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(40);
    const before = [...load.acknowledged];
    const copy = await copyOf(data, url, `copy-${database}`);
    const during = load.acknowledged.length - before.length;
    await expect.poll(() => load.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before.length + during + 20);
    await load.stop();
    const seen = await headOf(first, lead);
    expect(await first.stop()).toBe(0);

    const second = await startServer({ ...copy, env });
    // The same session goes on.
    const again = new Client(second.selfService, lead.headers);
    const names = new Map((await again.call(nouns.servers.calls.list)).data.map(({ id, name }) => [id, name]));
    for (const { serverId, name } of before) expect(turnOf(names.get(serverId)!), serverId).toBeGreaterThanOrEqual(turnOf(name));
    const socket = await connect(second.selfService, again);
    const answer = await socket.login({ since: seen });
    expect(answer).toMatchObject({ code: 200, resync: true });
    expect(answer.seq).toBeGreaterThan(seen);
    socket.close();
    expect(await second.stop()).toBe(0);
    expect(second.log().filter(({ level }) => level === 'error')).toEqual([]);

    const store = await openStore({
      url: copy.databaseUrl,
      file: join(copy.data, 'gantry.sqlite'),
      secretKey: Buffer.from(env['GANTRY_SECRET_KEY'] ?? keyIn(copy.data)),
      kinds,
      log: pino({ level: 'silent' }),
      owner: 'test',
    });
    const audited = new Set((await store.audit.list({ limit: 100_000 })).map(({ requestId }) => requestId));
    expect(before.filter(({ requestId }) => !audited.has(requestId))).toEqual([]);
    // The log began anew once, with the first start of the copy.
    expect(await store.changes.head()).toBeLessThan(answer.seq! + 1000);
    await store.close();
  });
});

/** The newest number of the change log, as a console learns it. */
async function headOf(server: RunningServer, client: Client): Promise<number> {
  const socket = await connect(server.selfService, client);
  const { seq } = await socket.login();
  socket.close();
  return seq!;
}

const keyIn = (data: string): string => readFileSync(join(data, 'secret.key'), 'utf8').trim();

describe('the backup of a data folder', FULL, () => {
  it('a backup of a data folder is for its owner only, and does not start with another key', async () => {
    const data = join(folder, 'whole');
    const server = await startServer({ data });
    const lead = await server.as('acme-lead', 'acme-prod');
    const copy = join(folder, 'whole-copy');
    expect((await backup({ GANTRY_DATA: data }, copy)).code).toBe(0);
    expect(await server.stop()).toBe(0);
    expect([copy, join(copy, 'gantry.sqlite'), join(copy, 'secret.key')].map((path) => statSync(path).mode & 0o777)).toEqual([
      0o700, 0o600, 0o600,
    ]);
    expect(keyIn(copy)).toBe(keyIn(data));
    writeFileSync(join(copy, 'secret.key'), 'the key of some other installation\n');
    const refused = launch({ GANTRY_DATA: copy, GANTRY_PORT: '0', GANTRY_ADMIN_PORT: '0', GANTRY_S3_PORT: '0' });
    expect(await refused.ended).toBe(1);
    expect(refused.err()).toMatch(/^The store was written with another secret key.*: put the secret\.key of the same backup/);
    expect(refused.err()).not.toMatch(/\n\s+at /);
    // With both keys, the right one as a former one, it goes on with the sessions it had.
    const keys = `${'a new key of more than enough length'},${keyIn(data)}`;
    const rotated = await startServer({ data: copy, env: { GANTRY_SECRET_KEY: keys } });
    const session = new Client(rotated.selfService, { [SESSION_HEADER]: lead.sessionId });
    expect((await session.call(nouns.session.calls.whoami)).name).toBe('acme-lead');
    expect(await rotated.stop()).toBe(0);
  });

  it.each([
    ['no store', { GANTRY_DATA: '/nonexistent' }, ['x'], /There is no store in \/nonexistent/],
    ['no name', {}, [], /Usage: npm run backup/],
    ['two names', {}, ['a', 'b'], /Usage: npm run backup/],
    ['PostgreSQL', { GANTRY_DATABASE_URL: 'postgres://nowhere/x' }, ['x'], /pg_dump/],
    ['a wrong setting', { GANTRY_PORT: 'x' }, ['x'], /GANTRY_PORT must be/],
  ] as const)('a backup is refused with %s, without a stack', async (_, env, args, why) => {
    const { code, text } = await backup({ ...env }, ...args);
    expect(code).toBe(1);
    expect(text).toMatch(why);
    expect(text).not.toMatch(/\n\s+at /);
  });

  it('a backup is never written into a folder that holds something', async () => {
    const data = join(folder, 'whole');
    expect(await backup({ GANTRY_DATA: data }, data)).toMatchObject({ code: 1 });
    expect((await backup({ GANTRY_DATA: data }, data)).text).toMatch(/is not empty: name a new folder/);
  });
});

describe('the reserve beside a backup', () => {
  it('a backup that would touch the reserve of the disk is refused and leaves nothing', async () => {
    const dataFolder = join(folder, 'small');
    mkdirSync(dataFolder);
    const file = join(dataFolder, 'gantry.sqlite');
    const secretKey = Buffer.from(KEY);
    const store = await openStore({ url: undefined, file, secretKey, kinds, log: pino({ level: 'silent' }), owner: 'test' });
    await store.close();
    const { size } = statSync(file);
    const config = { databaseUrl: undefined, dataFolder, secretKeys: [KEY] };
    const copy = join(folder, 'small-copy');
    await expect(backUp(config, copy, async () => size + RESERVE - 1)).rejects.toThrow(
      /^There is no room: the copy and a reserve need \d+ MB/,
    );
    expect([copy, `${copy}.part`].filter((path) => existsSync(path))).toEqual([]);
    expect(await backUp(config, copy, async () => size + RESERVE)).toMatchObject({ withKey: false });
    expect(existsSync(join(copy, 'gantry.sqlite'))).toBe(true);
  });
});
