import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabaseUrl } from '../support/databases.ts';
import { direct } from '../support/direct.ts';
import { launch, startServer } from '../support/process.ts';
import type { Told } from './support/starts.ts';

const folder = mkdtempSync(join(tmpdir(), 'gantry-mistakes-'));
const busy = createServer();
/** Data folder of an installation that has been in use. */
const used = join(folder, 'used');
const usedFile = join(used, 'gantry.sqlite');
let modesInUse: [string, number][];
const KEY = 'a secret key of more than enough length';
/** Each thing is referred to a hundred times by the next. */
const BOMB = ['a: &a [x]', ...[...'bcdefg'].map((name, index) => `${name}: &${name} [${Array(20).fill(`*${'abcdef'[index]}`).join()}]`)];

beforeAll(async () => {
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const server = await startServer({ data: used });
  modesInUse = modes(used);
  expect(await server.stop()).toBe(0);
});
afterAll(() => {
  busy.close();
  rmSync(folder, { recursive: true, force: true });
});

/** What is in a data folder whose server runs, and the folder itself. */
const FILES = ['', 'gantry.sqlite', 'gantry.sqlite-wal', 'gantry.sqlite-shm', 'secret.key', 'in-use'];
/** Who may do what with it. */
const modes = (data: string): [string, number][] => FILES.map((file) => [file, statSync(join(data, file)).mode & 0o777]);
const OWN = FILES.map((file) => [file, file === '' ? 0o700 : 0o600]);

/** A copy of the installation's folder, changed. */
function changed(name: string, change: (data: string) => void): Record<string, string> {
  const data = join(folder, name);
  mkdirSync(data);
  for (const file of readdirSync(used)) writeFileSync(join(data, file), readFileSync(join(used, file)));
  change(data);
  return { GANTRY_DATA: data };
}

function damage(data: string): void {
  const file = join(data, 'gantry.sqlite');
  const bytes = readFileSync(file);
  // The pages behind the first, which holds the tables' declarations.
  writeFileSync(file, bytes.fill(0x55, 4096));
}

const config = (name: string, text: string): Record<string, string> => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return { GANTRY_CONFIG: path };
};

const port = (): string => String((busy.address() as AddressInfo).port);
const postgres = (change: (url: URL) => void): Record<string, string> => {
  const url = new URL(inject('postgresUrl'));
  change(url);
  return { GANTRY_DATABASE_URL: url.href, GANTRY_SECRET_KEY: KEY };
};

type Mistake = readonly [what: string, env: () => Record<string, string>, line: RegExp];

/** One of each part of a start, the last when all is open. */
const mistakes: readonly Mistake[] = [
  ['a setting that does not exist', () => ({ GANTRY_PROT: '1' }), /^The configuration has a mistake: GANTRY_PROT is not a known variable/],
  ['a damaged store', () => changed('damaged', damage), /^The store in the data folder \(GANTRY_DATA\) is damaged.*npm run doctor/],
  [
    'a database user who is not known',
    () => postgres((url) => (url.username = 'nobody')),
    /^The database refuses GANTRY_DATABASE_URL: role "nobody" does not exist/,
  ],
  [
    'a port that is in use',
    () => ({ GANTRY_PORT: port() }),
    /^The configuration has a mistake: GANTRY_PORT: port \d+ of 127\.0\.0\.1 is in use/,
  ],
];

/** Others, which one process makes one after the other. */
const others: readonly Mistake[] = [
  ['an address of another machine', () => ({ GANTRY_HOST: '192.0.2.1' }), /GANTRY_HOST: 192\.0\.2\.1 is no address of this machine/],
  [
    'a host name nobody knows',
    () => ({ GANTRY_HOST: 'no-such-host.invalid' }),
    /GANTRY_HOST: no address is known for no-such-host\.invalid/,
  ],
  [
    'an empty key',
    () => changed('empty-key', (data) => truncateSync(join(data, 'secret.key'))),
    /^The secret key \S+ is empty\. Put that of the backup/,
  ],
  [
    'a key that is too short',
    () => changed('short-key', (data) => writeFileSync(join(data, 'secret.key'), 'short')),
    /has fewer than 32 characters/,
  ],
  [
    'a key that is gone',
    () => changed('no-key', (data) => rmSync(join(data, 'secret.key'))),
    /^The secret key is missing: .*there is no \S+secret\.key\. Put that of the backup there/,
  ],
  [
    'another key',
    () => changed('other-key', (data) => writeFileSync(join(data, 'secret.key'), KEY)),
    /^The store was written with another secret key/,
  ],
  [
    'an empty store beside a key',
    () => changed('empty', (data) => truncateSync(join(data, 'gantry.sqlite'))),
    /^The store is missing: \S+gantry\.sqlite is empty or not there, but the data folder has been in use/,
  ],
  ['no store beside a key', () => changed('gone', (data) => rmSync(join(data, 'gantry.sqlite'))), /^The store is missing: /],
  [
    'a store that is no database',
    () => changed('text', (data) => writeFileSync(join(data, 'gantry.sqlite'), 'no database'.repeat(100))),
    /is damaged, it is no database/,
  ],
  ['a data folder that is a file', () => ({ GANTRY_DATA: usedFile }), /^The data folder \(GANTRY_DATA\) cannot be used: \w+/],
  ['a data folder that cannot be made', () => ({ GANTRY_DATA: '/sys/gantry' }), /^The data folder \(GANTRY_DATA\) cannot be used: \w+/],
  [
    'a database that does not respond',
    () => ({ GANTRY_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/gantry', GANTRY_SECRET_KEY: KEY }),
    /^The database of GANTRY_DATABASE_URL does not answer: .*ECONNREFUSED/,
  ],
  [
    'a database that is not there',
    () => postgres((url) => (url.pathname = '/nothing')),
    /^The database refuses GANTRY_DATABASE_URL: database "nothing" does not exist/,
  ],
  [
    'a configuration file of aliases of aliases',
    () => config('bomb.yaml', BOMB.join('\n')),
    /^The configuration has a mistake: \S+bomb\.yaml: .*alias/i,
  ],
  [
    'a configuration file that is not there',
    () => ({ GANTRY_CONFIG: join(folder, 'none.yaml') }),
    /^The configuration has a mistake: GANTRY_CONFIG cannot be read/,
  ],
];

/** What each of these is started with, beside its mistake. */
const ANYWHERE = { GANTRY_PORT: '0', GANTRY_ADMIN_PORT: '0', GANTRY_S3_PORT: '0', GANTRY_LOG_LEVEL: 'error', GANTRY_SAMPLE: 'off' };
const fresh = (what: string): Record<string, string> => ({ ...ANYWHERE, GANTRY_DATA: join(folder, `fresh ${what}`) });
const starts = fileURLToPath(new URL('support/starts.ts', import.meta.url));

/** Starts the product with one after the other in one process, which says nothing else. */
async function startWith(environments: readonly Record<string, string>[]): Promise<Told[]> {
  const server = launch({ STARTS: JSON.stringify(environments) }, starts);
  expect([await server.ended, server.err()]).toEqual([0, '']);
  const lines = server.out().trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Told);
}

describe('a start with a mistake', () => {
  it.each(mistakes)('a start with a mistake ends with 1 and one line that says so: %s', async (what, env, line) => {
    const server = launch({ ...fresh(what), ...env() });
    expect(await server.ended).toBe(1);
    const said = server.err().trimEnd();
    expect(said).toMatch(line);
    expect(said.split('\n'), said).toHaveLength(1);
  });

  it('a start with a mistake is told in one line, after which nothing keeps the process', async () => {
    const told = await startWith(others.map(([what, env]) => ({ ...fresh(what), ...env() })));
    for (const [index, [what, , line]] of others.entries()) {
      const { said, left } = told[index]!;
      expect(said, what).toMatch(line);
      expect([said.split('\n').length, left], what).toEqual([1, []]);
    }
  });

  it('a start without the secret key or the store of its data folder is refused and leaves the folder as it was', async () => {
    const lost = ['no-key-again', 'gone-again'].map((name, index) =>
      changed(name, (data) => rmSync(join(data, ['secret.key', 'gantry.sqlite'][index]!))),
    );
    const content = (): string[][] =>
      lost.map((env) =>
        readdirSync(env['GANTRY_DATA']!)
          .filter((file) => !/-(wal|shm)$/.test(file))
          .sort(),
      );
    const before = content();
    const told = await startWith(lost.map((env) => ({ ...ANYWHERE, ...env })));
    expect(told.map(({ said }) => said)).toEqual([expect.stringMatching(/secret key/), expect.stringMatching(/store is missing/)]);
    expect(content()).toEqual(before);
  });

  it('a start on PostgreSQL with an emptied database beside a data folder in use is refused and makes nothing in it', async () => {
    const databaseUrl = (await testDatabaseUrl('postgres', true))!;
    const data = join(folder, 'postgres');
    const env = { GANTRY_SECRET_KEY: KEY };
    expect(await (await startServer({ data, databaseUrl, env })).stop()).toBe(0);
    await direct({ url: databaseUrl, file: '' }, 'drop schema public cascade');
    await direct({ url: databaseUrl, file: '' }, 'create schema public');
    const refused = launch({
      GANTRY_DATA: data,
      GANTRY_DATABASE_URL: databaseUrl,
      GANTRY_PORT: '0',
      GANTRY_ADMIN_PORT: '0',
      GANTRY_S3_PORT: '0',
      ...env,
    });
    expect(await refused.ended).toBe(1);
    expect(refused.err()).toMatch(
      /^The store is missing: the database of GANTRY_DATABASE_URL is empty, but the data folder has been in use/,
    );
    const tables = await direct({ url: databaseUrl, file: '' }, `select 1 from pg_class where relnamespace = 'public'::regnamespace`);
    expect(tables).toEqual([]);
  });
});

describe('the files of a data folder', () => {
  it('the files of a data folder are for their owner only from the first start on, and again after they were opened to others', async () => {
    expect(modesInUse).toEqual(OWN);
    const { GANTRY_DATA: data = '' } = changed('modes', (copy) => {
      for (const file of readdirSync(copy)) chmodSync(join(copy, file), 0o644);
      chmodSync(copy, 0o755);
    });
    const second = await startServer({ data });
    expect(modes(data)).toEqual(OWN);
    expect(await second.stop()).toBe(0);
  });

  it('a first start that was broken off before there was a store can be made again', async () => {
    const data = join(folder, 'broken-off');
    mkdirSync(data);
    writeFileSync(join(data, 'secret.key.new'), `${KEY}\n`);
    const server = await startServer({ data });
    expect(await server.stop()).toBe(0);
    expect(readFileSync(join(data, 'secret.key'), 'utf8').trim()).toBe(KEY);
    expect(new DatabaseSync(join(data, 'gantry.sqlite')).prepare('select count(*) as n from store_identity').get()).toEqual({ n: 1 });
  });
});
