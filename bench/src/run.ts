/**
 * `npm run bench`: measures what ARCHITECTURE.md promises, prints it, and keeps it in bench/RESULTS.md.
 *
 * - `-- --only=browser,lists,events` leaves parts out, `-- --servers=1000`, `--runs=10`, `--seconds=5`, `--sockets=100` make it shorter;
 *   a shortened run prints, and keeps nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { productEnv, startProduct } from '../../tools/lib/product.ts';
import { measureBrowser } from './browser.ts';
import { measureEvents, startChanging } from './events.ts';
import { atMost, plain, type Figure } from './figures.ts';
import { measureLists, measureMemory } from './lists.ts';
import { machine } from './machine.ts';
import { keep, tableOf } from './results.ts';
import { signIn, signInTo } from '../../tools/lib/session.ts';
import { spreadOverProjects } from './spread.ts';

const PARTS = ['browser', 'lists', 'events'];
const FULL = { servers: 100_000, runs: 60, seconds: 60, sockets: 1000 };

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    servers: { type: 'string' },
    runs: { type: 'string' },
    seconds: { type: 'string' },
    sockets: { type: 'string' },
  },
});
const only = values.only?.split(',') ?? PARTS;
const size = {
  servers: Number(values.servers ?? FULL.servers),
  runs: Number(values.runs ?? FULL.runs),
  seconds: Number(values.seconds ?? FULL.seconds),
  sockets: Number(values.sockets ?? FULL.sockets),
};
const PROJECTS = 500;

/** Does the work with a data folder that is gone afterwards. */
async function withData(work: (data: string) => Promise<Figure[]>): Promise<Figure[]> {
  const data = mkdtempSync(join(tmpdir(), 'gantry-bench-'));
  try {
    return await work(data);
  } finally {
    rmSync(data, { recursive: true });
  }
}

const browser = (): Promise<Figure[]> =>
  withData(async (data) => {
    const product = await startProduct(data, { GANTRY_SAMPLE_SERVERS: '50' });
    try {
      return await measureBrowser(product, 5);
    } finally {
      await product.stop();
    }
  });

/** Lists of one project and of the system, then, with the same servers spread over 500 projects, of their domain; cold starts in between. */
const lists = (): Promise<Figure[]> =>
  withData(async (data) => {
    const settings = { GANTRY_SAMPLE_SERVERS: String(size.servers), GANTRY_LOG_LEVEL: 'warn' };
    const filled = await startProduct(data, settings);
    await filled.stop();
    const product = await startProduct(data, settings);
    const figures: Figure[] = [
      plain(`first start: fills an empty store with ${size.servers} servers`, filled.startMs, 'ms'),
      atMost(`cold start on ${size.servers} servers and what belongs to them`, product.startMs, 2000, 'ms'),
    ];
    const { selfService: base } = product;
    figures.push(...(await measureLists(await signInTo(base, 'acme', 'acme-member', 'acme-prod'), 'one project', size.runs)));
    figures.push(...(await measureLists((await signIn(base, 'default', 'admin')).wide(), 'system', size.runs, true)));
    figures.push(...measureMemory(product));
    await product.stop();
    await spreadOverProjects(productEnv(data, settings), PROJECTS);
    const spread = await startProduct(data, settings);
    const domain = (await signIn(spread.selfService, 'acme', 'acme-admin')).wide();
    figures.push(...(await measureLists(domain, `domain of ${PROJECTS} projects`, size.runs)), ...measureMemory(spread));
    await spread.stop();
    return figures;
  });

/** Live changes: to sockets that are all in the project that changes, then to sockets in many projects. */
const events = (): Promise<Figure[]> =>
  withData(async (data) => {
    const settings = { GANTRY_SAMPLE_SERVERS: '1000', GANTRY_LOG_LEVEL: 'warn' };
    const load = { sockets: size.sockets, seconds: size.seconds };
    await (await startProduct(data, settings)).stop();
    const one = await startChanging(productEnv(data, settings));
    const member = await signInTo(one.url, 'acme', 'acme-member', 'acme-prod');
    const figures = await measureEvents('one project', one, [member], { ...load, spread: false });
    await one.stop();
    // No more projects than sockets, so that no change happens where nobody listens.
    await spreadOverProjects(productEnv(data, settings), Math.min(PROJECTS, size.sockets));
    const many = await startChanging(productEnv(data, settings));
    const lead = await signIn(many.url, 'acme', 'acme-admin');
    const projects = (await lead.projects()).filter(({ id }) => id.startsWith('bench-project-'));
    const sessions = await Promise.all(projects.map(({ id }) => lead.enter(id)));
    figures.push(...(await measureEvents(`${sessions.length} projects`, many, sessions, { ...load, spread: true })));
    await many.stop();
    return figures;
  });

const started = machine();
const sections: Record<string, Figure[]> = {};
if (only.includes('browser')) sections['Console in a browser'] = await browser();
if (only.includes('lists')) sections['Lists, embedded engine on SQLite'] = await lists();
if (only.includes('events')) sections['Live changes'] = await events();

const table = tableOf(sections);
console.log(`\n${table}`);
const whole =
  PARTS.every((part) => only.includes(part)) && Object.entries(FULL).every(([name, value]) => size[name as keyof typeof FULL] === value);
if (whole) keep(table, [new Date().toISOString().slice(0, 10), started, `${FULL.runs} runs per list, ${FULL.seconds} s of changes`]);
