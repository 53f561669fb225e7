/**
 * `npm run compare -- lab/openstack/compare.yaml`: lists of one user on one cloud, in Gantry and in Horizon, measured in the same browser in
 * turns and printed side by side: of servers, volumes, networks and images. `lab/openstack` brings cloud and Horizon up.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { parse } from 'yaml';
import { z } from 'zod';
import { chromiumLaunch } from '../../tools/lib/chromium.ts';
import { startProduct } from '../../tools/lib/product.ts';
import { signIn } from '../../tools/lib/session.ts';
import { rounded } from './figures.ts';
import { machine } from './machine.ts';
import { kilobytes, middle, visit, type Visit } from './visit.ts';

const RUNS = 5;
const VIEW = { viewport: { width: 1440, height: 900 } };

const comparison = z.strictObject({
  /** GANTRY_CONFIG, beside this file. */
  config: z.string(),
  /** Address of Horizon, without a slash at the end. */
  horizon: z.url(),
  user: z.strictObject({ domain: z.string(), username: z.string(), password: z.string(), project: z.string() }),
});
type User = z.output<typeof comparison>['user'];

/** A list to be measured: its address in each console, and the rows of Horizon's, some of which its server makes and some the browser. */
interface List {
  name: string;
  gantry: string;
  horizon: string;
  rows: string;
}

const ofTable = (name: string): string => `#${name} tbody tr[data-object-id]`;

const LISTS: readonly List[] = [
  { name: 'servers', gantry: '/compute/instances', horizon: '/project/instances/', rows: ofTable('instances') },
  { name: 'volumes', gantry: '/compute/volumes', horizon: '/project/volumes/', rows: ofTable('volumes') },
  { name: 'networks', gantry: '/compute/networks', horizon: '/project/networks/', rows: ofTable('networks') },
  { name: 'images', gantry: '/compute/images', horizon: '/project/images', rows: 'hz-resource-table tbody tr.ng-scope' },
];

/** A console to be measured: how to sign in, where a list is, and its rows. */
interface Candidate {
  name: string;
  signIn(page: Page): Promise<void>;
  address(list: List): string;
  rows(page: Page, list: List): Locator;
}

const gantry = (base: string, user: User, projectId: string): Candidate => ({
  name: 'Gantry',
  async signIn(page) {
    await page.goto(`${base}/login/${user.domain}?redirectUrl=${encodeURIComponent(`/compute/instances?project_id=${projectId}`)}`);
    await page.getByLabel('User name').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await this.rows(page, LISTS[0]!).first().waitFor();
  },
  address: (list) => `${base}${list.gantry}`,
  rows: (page) => page.getByRole('grid').locator('tbody').getByRole('row'),
});

const horizon = (base: string, user: User, projectId: string): Candidate => ({
  name: 'Horizon',
  async signIn(page) {
    await page.goto(`${base}/auth/login/`);
    await page.getByLabel('Domain').fill(user.domain);
    await page.getByLabel('User Name').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: /sign in|connect/i }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    await page.goto(`${base}/auth/switch/${projectId}/?next=/project/instances/`);
  },
  address: (list) => `${base}${list.horizon}`,
  rows: (page, { rows }) => page.locator(rows),
});

interface Measured {
  cold: Visit[];
  warm: Visit[];
  /** On the first page. */
  rows: number;
}

/** One visit with an empty cache, and one more that finds its files there. */
async function measure(
  browser: Browser,
  candidate: Candidate,
  list: List,
  storage: Awaited<ReturnType<BrowserContext['storageState']>>,
  into: Measured,
) {
  const fresh = await browser.newContext({ ...VIEW, storageState: storage });
  const firstRow = (page: Page) => candidate.rows(page, list).first().waitFor();
  into.cold.push(await visit(await fresh.newPage(), candidate.address(list), firstRow));
  const page = await fresh.newPage();
  into.warm.push(await visit(page, candidate.address(list), firstRow));
  into.rows = await candidate.rows(page, list).count();
  await fresh.close();
}

const COLUMNS: readonly [string, (measured: Measured) => string][] = [
  ['rows on the page', ({ rows }) => String(rows)],
  ['cold: first row, ms', ({ cold }) => rounded(middle(cold, ({ readyMs }) => readyMs))],
  ['cold: KB', ({ cold }) => rounded(middle(cold, kilobytes))],
  ['cold: requests', ({ cold }) => rounded(middle(cold, ({ answers }) => answers.length))],
  ['warm: first row, ms', ({ warm }) => rounded(middle(warm, ({ readyMs }) => readyMs))],
  ['warm: KB', ({ warm }) => rounded(middle(warm, kilobytes))],
  ['warm: requests', ({ warm }) => rounded(middle(warm, ({ answers }) => answers.length))],
];

function print(list: List, results: ReadonlyMap<string, Measured>): void {
  console.log(`\n| ${list.name} | ${[...results.keys()].join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(results.size)}`);
  for (const [label, value] of COLUMNS) console.log(`| ${label} | ${[...results.values()].map(value).join(' | ')} |`);
}

/** The id of the project when the mirror no longer grows, and how many servers it has. */
async function inStep(base: string, { domain, username, project, password }: User): Promise<{ projectId: string; servers: number }> {
  const signed = await signIn(base, domain, username, password);
  const found = (await signed.projects()).find(({ name }) => name === project);
  if (!found) throw new Error(`${username} has no project ${project}`);
  const session = await signed.enter(found.id);
  for (let before = -1; ;) {
    const { count = 0 } = serverCalls.list.answer.parse(await session.get('/api/v2/compute/servers?limit=1&with_count=true'));
    if (count > 0 && count === before) return { projectId: found.id, servers: count };
    before = count;
    await sleep(3000);
  }
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: npm run compare -- <file>, for example lab/openstack/compare.yaml');
const { config, horizon: horizonAt, user } = comparison.parse(parse(readFileSync(file, 'utf8')));
const data = mkdtempSync(join(tmpdir(), 'gantry-compare-'));
const product = await startProduct(data, { GANTRY_CONFIG: resolve(dirname(file), config) });
const browser = await chromium.launch(chromiumLaunch);
try {
  const { projectId, servers } = await inStep(product.selfService, user);
  const states = new Map<Candidate, Awaited<ReturnType<BrowserContext['storageState']>>>();
  for (const candidate of [gantry(product.selfService, user, projectId), horizon(horizonAt, user, projectId)]) {
    const context = await browser.newContext(VIEW);
    await candidate.signIn(await context.newPage());
    states.set(candidate, await context.storageState());
    await context.close();
  }
  console.log(`\n${machine()}\nproject ${user.project} with ${servers} servers; ${RUNS} visits each, medians`);
  for (const list of LISTS) {
    const results = new Map([...states.keys()].map(({ name }): [string, Measured] => [name, { cold: [], warm: [], rows: 0 }]));
    for (let run = 0; run < RUNS; run += 1)
      for (const [candidate, state] of states) await measure(browser, candidate, list, state, results.get(candidate.name)!);
    print(list, results);
  }
} finally {
  await browser.close();
  await product.stop();
  rmSync(data, { recursive: true });
}
