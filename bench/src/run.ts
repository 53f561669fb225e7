/**
 * `npm run bench`: measures the performance budgets, prints them, and keeps them in bench/RESULTS.md.
 *
 * - `-- --only=sign-in,browser,lists,kinds,tasks,objects,images,uploads,events,sync` leaves parts out, `-- --servers=1000`, `--runs=10`, `--seconds=5`, `--sockets=100`, `--files=2000` make it shorter;
 *   a shortened run prints, and keeps nothing; `-- --only=lists --database=postgres` measures the lists there;
 *   `-- --only=objects --beside='127.0.0.1:9000 KEY SECRET PID'` tells what transfers cost another S3 server of this machine, which has a bucket `bench`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '@gantry/server/test/support/postgres.ts';
import { productEnv, startProduct } from '../../tools/lib/product.ts';
import { measureBrowser } from './browser.ts';
import { measureEvents, startChanging } from './events.ts';
import { atMost, type Figure } from './figures.ts';
import { measureHistory } from './history.ts';
import { measureImages } from './images.ts';
import { measureKinds } from './kinds.ts';
import { measureFilling, measureLists, measureMemory } from './lists.ts';
import { measureObjects } from './objects.ts';
import { machine } from './machine.ts';
import { keep, tableOf } from './results.ts';
import { signIn, signInTo } from '../../tools/lib/session.ts';
import { measureSignIn } from './sign-in.ts';
import { measureSlowReaders } from './slow.ts';
import { spreadOverProjects } from './spread.ts';
import { measureStorm } from './storm.ts';
import type { OtherServer } from './transfers.ts';
import { measureUploads } from './uploads.ts';
import { measureSync } from './sync/sync.ts';
import { startWatched } from './watched.ts';

const PARTS = ['sign-in', 'browser', 'lists', 'kinds', 'tasks', 'objects', 'images', 'uploads', 'events', 'sync'];
const FULL = { servers: 100_000, runs: 200, seconds: 60, sockets: 1000, files: 20_000 };

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    servers: { type: 'string' },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    sockets: { type: 'string' },
    files: { type: 'string' },
    database: { type: 'string' },
    beside: { type: 'string' },
  },
});
const only = values.only?.split(',') ?? PARTS;
const size = {
  servers: Number(values.servers ?? FULL.servers),
  runs: Number(values.runs ?? FULL.runs),
  seconds: Number(values.seconds ?? FULL.seconds),
  sockets: Number(values.sockets ?? FULL.sockets),
  files: Number(values.files ?? FULL.files),
};
const PROJECTS = 500;
/** Tasks of one project. */
const HISTORY = [3000, 100_000];
/** Under one prefix. */
const OBJECTS = 1_000_000;
/** Wrong passwords for each of those whose times are compared. */
const GUESSES = 300;

function beside(): OtherServer | undefined {
  const [host, accessKey, secretKey, pid] = values.beside?.split(' ') ?? [];
  return host && accessKey && secretKey ? { host, accessKey, secretKey, pid: Number(pid) } : undefined;
}

/** Does the work with a data folder that is gone afterwards. */
async function withData(work: (data: string) => Promise<Figure[]>): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
  try {
    return await work(data);
  } finally {
    rmSync(data, { recursive: true });
  }
}

const signIns = (): Promise<Figure[]> => withData((data) => measureSignIn(data, size.runs < FULL.runs ? size.runs : GUESSES));

const browser = (): Promise<Figure[]> =>
  withData(async (data) => {
    const product = await startProduct(data, { GANTRY_SAMPLE_SERVERS: '50' });
    try {
      return await measureBrowser(product, 5);
    } finally {
      await product.stop();
    }
  });

/**
 * Lists of one project and of the system, a storm of stops, then, with the same servers spread over 500 projects, lists of their domain;
 * cold starts in between.
 */
const lists = (databaseUrl?: string): Promise<Figure[]> =>
  withData(async (data) => {
    const settings = {
      GANTRY_SAMPLE_SERVERS: String(size.servers),
      GANTRY_LOG_LEVEL: 'warn',
      ...(databaseUrl !== undefined && { GANTRY_DATABASE_URL: databaseUrl }),
    };
    const filled = await startWatched(data, settings);
    const figures = measureFilling(filled, size.servers);
    await filled.product.stop();
    const watched = await startWatched(data, settings);
    const { product } = watched;
    figures.push(atMost(`cold start on ${size.servers} servers and what belongs to them`, product.startMs, 2000, 'ms'));
    const member = await signInTo(product.selfService, 'acme', 'acme-member', 'acme-prod');
    figures.push(...(await measureLists(member, watched, 'one project', size.runs)));
    const admin = (await signIn(product.selfService, 'default', 'admin')).wide();
    figures.push(...(await measureLists(admin, watched, 'system', size.runs, true)), ...measureMemory(product));
    figures.push(...(await measureStorm(member, watched)));
    await product.stop();
    await spreadOverProjects(productEnv(data, settings), PROJECTS);
    const spread = await startWatched(data, settings);
    const domain = (await signIn(spread.product.selfService, 'acme', 'acme-admin')).wide();
    figures.push(...(await measureLists(domain, spread, `domain of ${PROJECTS} projects`, size.runs)), ...measureMemory(spread.product));
    await spread.product.stop();
    return figures;
  });

/** The same on PostgreSQL: of GANTRY_DATABASE_URL, which must be empty, or a server of its own that is gone afterwards. */
async function listsOnPostgres(): Promise<Figure[]> {
  const given = process.env['GANTRY_DATABASE_URL'];
  if (given !== undefined) return lists(given);
  const server = await startPostgres();
  try {
    return await lists(server.url('postgres'));
  } finally {
    await server.stop();
  }
}

/**
 * Live changes: to sockets that are all in the project that changes, beside some that stop reading, then to sockets in many projects.
 */
const events = (): Promise<Figure[]> =>
  withData(async (data) => {
    const settings = { GANTRY_SAMPLE_SERVERS: '1000', GANTRY_LOG_LEVEL: 'warn' };
    const load = { sockets: size.sockets, seconds: size.seconds };
    await (await startProduct(data, settings)).stop();
    const one = await startChanging(productEnv(data, settings));
    const member = await signInTo(one.url, 'acme', 'acme-member', 'acme-prod');
    const figures = await measureEvents('one project', one, [member], { ...load, spread: false });
    const slow = await measureSlowReaders(one, member, Math.ceil(size.sockets / 5), Math.max(15, size.seconds / 3));
    await one.stop();
    // No more projects than sockets, so that no change happens where nobody listens.
    await spreadOverProjects(productEnv(data, settings), Math.min(PROJECTS, size.sockets));
    const many = await startChanging(productEnv(data, settings));
    const lead = await signIn(many.url, 'acme', 'acme-admin');
    const projects = (await lead.projects()).filter(({ id }) => id.startsWith('bench-project-'));
    const sessions = await Promise.all(projects.map(({ id }) => lead.enter(id)));
    figures.push(...(await measureEvents(`${sessions.length} projects`, many, sessions, { ...load, spread: true })));
    await many.stop();
    figures.push(...slow);
    return figures;
  });

/** First sync, kill, calm and storm on a replayed cloud; bench/src/sync/README.md says what each figure means. */
const sync = (): Promise<Figure[]> =>
  withData((first) =>
    withData((second) => {
      const half = Math.ceil(size.seconds / 2);
      return measureSync({ servers: size.servers, projects: PROJECTS, calm: half, storm: half, perSecond: 500 }, [first, second]);
    }),
  );

const started = machine();
const sections: Record<string, Figure[]> = {};
if (only.includes('sign-in')) sections['Sign-in'] = await signIns();
if (only.includes('browser')) sections['Console in a browser'] = await browser();
if (only.includes('lists') && values.database !== 'postgres') sections['Lists, embedded engine on SQLite'] = await lists();
if (only.includes('lists') && values.database === 'postgres') sections['Lists, embedded engine on PostgreSQL'] = await listsOnPostgres();
if (only.includes('kinds')) sections['Other lists and the palette'] = await withData((data) => measureKinds(data, size.servers, size.runs));
if (only.includes('tasks')) sections['History of tasks'] = await withData((data) => measureHistory(data, HISTORY, size.runs));
if (only.includes('objects')) sections['Object storage'] = await withData((data) => measureObjects(data, OBJECTS, size.runs, beside()));
if (only.includes('images')) sections['Uploads of images'] = await withData(measureImages);
if (only.includes('uploads')) sections['Uploads in a browser'] = await withData((data) => measureUploads(data, size.files));
if (only.includes('events')) sections['Live changes'] = await events();
if (only.includes('sync')) sections['Mirror of a large OpenStack, replayed'] = await sync();

const table = tableOf(sections);
console.log(`\n${table}`);
const whole =
  PARTS.every((part) => only.includes(part)) && Object.entries(FULL).every(([name, value]) => size[name as keyof typeof FULL] === value);
if (whole) keep(table, [new Date().toISOString().slice(0, 10), started, `${FULL.runs} runs per list, ${FULL.seconds} s of changes`]);
