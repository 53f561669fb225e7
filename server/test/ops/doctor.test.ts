import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { nouns } from '@gantry/contract';
import { casesOfTier, FULL } from '../../../tools/lib/tier.ts';
import { readConfig } from '../../src/app/config.ts';
import { examine } from '../../src/doctor/examine.ts';
import { startable } from '../support/built.ts';
import { databases, testDatabaseUrl } from '../support/databases.ts';
import { connectDirect, openDirect } from '../support/direct.ts';
import { startServer } from '../support/process.ts';

const run = promisify(execFile);
const { program, env: compiled } = startable(fileURLToPath(new URL('../../src/doctor.ts', import.meta.url)));
const folder = mkdtempSync(join(tmpdir(), 'gantry-doctor-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const KEY = 'a secret key of more than enough length';

async function doctor(env: Record<string, string>): Promise<{ code: number; text: string }> {
  const child = run(process.execPath, [program], { env: { PATH: process.env['PATH'] ?? '', ...compiled, ...env } });
  return child.then(
    ({ stdout }) => ({ code: 0, text: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, text: error.stdout + error.stderr }),
  );
}

const LATER = String(Date.UTC(2040, 0, 1));
const ANY_SERVER = `(select id from resources where kind = 'server' order by rid limit 1)`;
const ENDED_TASK = `(select id from task_runs where phase = 'ended' order by id limit 1)`;
const TASK = `(id, command, engine, phase, targets, actor, memo, fence, cancel_requested, lease_owner, lease_until, created_at)`;

interface Damage {
  what: string;
  /** Statements that make it, one after the other. */
  by: readonly string[];
  finding: RegExp;
  on?: 'sqlite';
  /** Worth knowing only. */
  note?: true;
}

const damages: readonly Damage[] = [
  {
    what: 'a document that names what is not there',
    by: [
      `update resources set document = replace(document, '"network_id":"', '"network_id":"x') where kind = 'server'`,
      `update layouts set digest = '' where kind = 'server'`,
    ],
    finding: /error: server: \d+ ids of a network lead to nothing/,
  },
  {
    what: 'rows of a project that is gone',
    by: [`update resources set project_id = 'gone' where kind = 'volume'`],
    finding: /error: volume: \d+ ids of a project lead to nothing \(\S+ names gone/,
  },
  {
    what: 'a row with a value that its kind does not allow',
    by: [
      `update resources set document = replace(document, '"min_ram":', '"min_ram":"many","was":') where kind = 'image' and id = (select id from resources where kind = 'image' order by rid limit 1)`,
    ],
    finding: /error: image: 1 have values that do not fit \(\S+: min_ram\)/,
  },
  {
    what: 'a row of which a cloud told something that could not be read',
    by: [
      `update resources set document = replace(document, '"min_ram":', '"unreadable":["size"],"min_ram":') where kind = 'image' and id = (select id from resources where kind = 'image' order by rid limit 1)`,
    ],
    finding: /error: image: 1 have values that do not fit \(\S+: size\)/,
  },
  {
    what: 'a share of what is never shared',
    by: [`insert into shares (rid, target, state) select rid, 'public', 'accepted' from resources where kind = 'server' limit 1`],
    finding: /error: 1 shares belong to nothing that can be shared/,
  },
  {
    what: 'a list without a thing',
    by: [`delete from list_server where rid = (select rid from resources where kind = 'server' order by rid limit 1)`],
    finding: /error: server: the lists show 1 otherwise than the documents say/,
  },
  {
    what: 'a list with a thing that is gone',
    by: [`insert into list_server select scope, rid + 1000000, ${'%columns'} from list_server limit 1`],
    finding: /error: server: 1 entries of lists belong to nothing/,
  },
  {
    what: 'a search that knows too little',
    by: [`delete from find_server where %row = (select rid from resources where kind = 'server' order by rid limit 1)`],
    finding: /error: server: the search finds too many or too few/,
  },
  {
    what: 'a prepared count that is wrong',
    by: [`update tally_server set n = n + 1 where field = -1`],
    finding: /error: server: \d+ of the prepared counts are wrong/,
    on: 'sqlite',
  },
  {
    what: 'a quota that counts otherwise',
    by: [
      `update records set value = replace(value, '"instances":', '"instances":9') where bucket = 'quotas' and value like '%"instances":%'`,
    ],
    finding: /error: quota of project \S+: instances 9\d+ instead of \d+/,
  },
  {
    what: 'a lease that nobody can take',
    by: [`insert into leases (name, owner, until, since) values ('sync:x', 'somebody', ${LATER}, 0)`],
    finding: /error: the lease sync:x is held until 2040-01-01T00:00:00\.000Z: the clock was ahead/,
  },
  {
    what: 'a lease that ran out long ago',
    by: [`insert into leases (name, owner, until, since) values ('sync:y', 'somebody', 1000, 0)`],
    finding: /note: the lease sync:y ran out at 1970-01-01/,
    note: true,
  },
  {
    what: 'a task beyond any lease',
    by: [`update task_runs set phase = 'accepted', lease_until = ${LATER} where id = ${ENDED_TASK}`],
    finding: /error: 1 tasks are held beyond any lease/,
  },
  {
    what: 'a task that nobody works on',
    by: [`update task_runs set phase = 'accepted', lease_until = 0, created_at = '2020-01-01T00:00:00.000Z' where id = ${ENDED_TASK}`],
    finding: /error: 1 tasks have not ended and nobody works on them/,
  },
  {
    what: 'a task that is shown nowhere',
    by: [
      `insert into task_runs ${TASK} values ('unseen', 'server.stop', 'embedded', 'accepted', '[]', '{}', '{}', 1, 0, null, 0, '2999-01-01T00:00:00.000Z')`,
    ],
    finding: /error: 1 tasks go on and are shown nowhere \(unseen\)/,
  },
  {
    what: 'a task that never ends on the screen',
    by: [`update resources set document = replace(document, '"state":"success"', '"state":"running"') where kind = 'task'`],
    finding: /error: \d+ tasks are shown as going on, and nothing carries them on/,
  },
  {
    what: 'a document of megabytes',
    by: [
      `update resources set document = replace(document, '"description":null', '"description":"%long"') where kind = 'server' and id = ${ANY_SERVER}`,
    ],
    finding: /note: the document of server \S+ has 1\.\d MB/,
    note: true,
  },
  {
    what: 'a store of another version',
    by: [`update store_shape set shape = 'of another'`],
    finding: /error: another version of Gantry has written the store last/,
  },
];

describe.each(databases)('the doctor on $name', ({ name: database }) => {
  const data = join(folder, database);
  let url: string | undefined;
  let env: Record<string, string>;
  beforeAll(async () => {
    url = await testDatabaseUrl(database, true);
    env = { GANTRY_DATA: data, GANTRY_SECRET_KEY: KEY, ...(url !== undefined && { GANTRY_DATABASE_URL: url }) };
    const server = await startServer({ data, databaseUrl: url, env: { GANTRY_SECRET_KEY: KEY } });
    const lead = await server.as('acme-lead', 'acme-prod');
    const [first] = (await lead.call(nouns.servers.calls.list)).data;
    const { task_id: taskId } = await lead.call(nouns.servers.calls.update, { params: { serverId: first!.id }, body: { name: 'renamed' } });
    await vi.waitFor(async () => expect((await lead.call(nouns.tasks.calls.read, { params: { taskId } })).state).toBe('success'));
    // While it runs.
    expect(await doctor(env)).toMatchObject({ code: 0 });
    expect(await server.stop()).toBe(0);
  });

  it('the doctor finds nothing in a healthy store, and tells its sizes', async () => {
    const { code, text } = await doctor(env);
    expect(text).toMatch(/^tables: .*resources \d+.* rows\nlargest documents: .* KB\n\nThe store is in order\.\n$/);
    expect(code).toBe(0);
  });

  /** Runs statements past the store in a transaction that is taken back after the work. */
  async function damaged(by: readonly string[], work: (env: Record<string, string>) => Promise<void>): Promise<void> {
    const columns = `select name from %place`;
    if (url === undefined) {
      const copy = mkdtempSync(join(folder, 'copy-'));
      const file = join(copy, 'gantry.sqlite');
      const whole = openDirect(join(data, 'gantry.sqlite'));
      whole.prepare('vacuum into ?').run(file);
      whole.close();
      const store = openDirect(file);
      store.exec('pragma foreign_keys = off');
      const names = store
        .prepare(columns.replace('%place', `pragma_table_info('list_server')`))
        .all()
        .map((column) => String(column['name']));
      for (const statement of by) store.exec(filled(statement, names, 'rowid'));
      store.close();
      return work({ ...env, GANTRY_DATA: copy });
    }
    const copyUrl = (await testDatabaseUrl('postgres', true))!;
    const copyName = new URL(copyUrl.replace('postgres://', 'http://')).pathname.slice(1);
    const sourceName = new URL(url.replace('postgres://', 'http://')).pathname.slice(1);
    const admin = await connectDirect(url.replace(`/${sourceName}?`, '/postgres?'));
    await admin.query(`drop database ${copyName}`);
    await admin.query(`create database ${copyName} template ${sourceName}`);
    await admin.end();
    const client = await connectDirect(copyUrl);
    const { rows } = await client.query<{ name: string }>(
      columns.replace(
        '%place',
        `(select attname as name from pg_attribute where attrelid = 'list_server'::regclass and attnum > 0 order by attnum) as c`,
      ),
    );
    const names = rows.map((row) => row.name);
    for (const statement of by) await client.query(filled(statement, names, 'rid'));
    await client.end();
    return work({ ...env, GANTRY_DATABASE_URL: copyUrl });
  }
  const filled = (statement: string, columns: readonly string[], row: string): string =>
    statement
      .replace('%columns', columns.filter((column) => column !== 'scope' && column !== 'rid').join(', '))
      .replace('%row', row)
      .replace('%long', 'x'.repeat(1_100_000));

  it.each(casesOfTier(damages.filter(({ on }) => on === undefined || on === database)))(
    'the doctor says how to mend $what',
    async ({ by, finding, note }) => {
      await damaged(by, async (where) => {
        const { findings } = await examine(readConfig(where));
        const found = findings.filter(({ weight, what }) => finding.test(`${weight}: ${what}`));
        expect(found.map(({ mend }) => mend)).toEqual([expect.stringMatching(/\S/)]);
        expect(findings.some(({ weight }) => weight === 'error')).toBe(!note);
      });
    },
  );

  it('the statements that the doctor names mend lists and quotas', FULL, async () => {
    const by = damages.filter(({ what }) => /list without|quota that/.test(what)).flatMap((damage) => damage.by);
    await damaged(by, async (where) => {
      const { text } = await doctor(where);
      const statements = [...text.matchAll(/run "(.*)" in the database/g)].map(([, statement]) => statement!);
      // The lists of servers, and the quota of each project.
      const kinds = new Set(statements.map((statement) => statement.split(' ', 3).slice(0, 3).join(' ')));
      expect(kinds).toEqual(new Set(['delete from layouts', 'update records set']));
      const place = where['GANTRY_DATABASE_URL'];
      if (place === undefined) {
        const store = openDirect(join(where['GANTRY_DATA']!, 'gantry.sqlite'));
        for (const statement of statements) store.exec(statement);
        store.close();
      } else {
        const client = await connectDirect(place);
        for (const statement of statements) await client.query(statement);
        await client.end();
      }
      const server = await startServer({ data: where['GANTRY_DATA']!, databaseUrl: place, env: { GANTRY_SECRET_KEY: KEY } });
      expect(await server.stop()).toBe(0);
      expect(await doctor(where)).toMatchObject({ code: 0 });
    });
  });
});

describe('the doctor', FULL, () => {
  it('the doctor says that a file is damaged, and where there is no store', async () => {
    const data = join(folder, 'damaged');
    const server = await startServer({ data });
    expect(await server.stop()).toBe(0);
    const file = join(data, 'gantry.sqlite');
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 40_960));
    const found = await doctor({ GANTRY_DATA: data });
    expect(found.code).toBe(1);
    expect(found.text).toMatch(/error: .*damaged: .*\n {2}to mend: restore a backup/);
    const none = await doctor({ GANTRY_DATA: join(folder, 'none') });
    expect([none.code, none.text]).toMatchObject([1, expect.stringMatching(/error: \S+gantry\.sqlite holds no store/)]);
  });
});
