/**
 * `npm run compare -- lab/openstack/compare.yaml`: the list of servers of one user on one cloud, in Gantry and in Horizon, measured in the
 * same browser in turns and printed side by side. `lab/openstack` brings cloud and Horizon up.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { fillPath } from '@gantry/contract/wire/call';
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

/** A console to be measured: how to sign in, where the list is, and when its first row shows. */
interface Candidate {
  name: string;
  list: string;
  signIn(page: Page): Promise<void>;
  firstRow(page: Page): Promise<void>;
  /** Ids of the servers on the first page. */
  rows(page: Page): Promise<string[]>;
}

const gantry = (base: string, user: User, projectId: string): Candidate => ({
  name: 'Gantry',
  list: `${base}/compute/instances`,
  async signIn(page) {
    await page.goto(`${base}/login/${user.domain}?redirectUrl=${encodeURIComponent(`/compute/instances?project_id=${projectId}`)}`);
    await page.getByLabel('User name').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await this.firstRow(page);
  },
  firstRow: (page) => page.getByRole('grid').getByRole('row').nth(1).waitFor(),
  rows: async (page) => {
    const links = await page.getByRole('grid').locator('a[href*="/compute/instances/"]').all();
    return Promise.all(links.map(async (link) => new URL((await link.getAttribute('href')) ?? '', base).pathname.split('/').at(-1) ?? ''));
  },
});

const horizon = (base: string, user: User, projectId: string): Candidate => ({
  name: 'Horizon',
  list: `${base}/project/instances/`,
  async signIn(page) {
    await page.goto(`${base}/auth/login/`);
    await page.getByLabel('Domain').fill(user.domain);
    await page.getByLabel('User Name').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: /sign in|connect/i }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/auth/'));
    await page.goto(`${base}/auth/switch/${projectId}/?next=/project/instances/`);
  },
  firstRow: (page) => page.locator('#instances tbody tr[data-object-id]').first().waitFor(),
  rows: async (page) => {
    const rows = await page.locator('#instances tbody tr[data-object-id]').all();
    return Promise.all(rows.map(async (row) => (await row.getAttribute('data-object-id')) ?? ''));
  },
});

interface Measured {
  cold: Visit[];
  warm: Visit[];
  rows: string[];
}

/** One visit with an empty cache, and one more that finds its files there. */
async function measure(
  browser: Browser,
  candidate: Candidate,
  storage: Awaited<ReturnType<BrowserContext['storageState']>>,
  into: Measured,
) {
  const fresh = await browser.newContext({ ...VIEW, storageState: storage });
  into.cold.push(await visit(await fresh.newPage(), candidate.list, candidate.firstRow));
  const page = await fresh.newPage();
  into.warm.push(await visit(page, candidate.list, candidate.firstRow));
  into.rows = await candidate.rows(page);
  await fresh.close();
}

const COLUMNS: readonly [string, (measured: Measured) => string][] = [
  ['rows on the page', ({ rows }) => String(rows.length)],
  ['cold: first row, ms', ({ cold }) => rounded(middle(cold, ({ readyMs }) => readyMs))],
  ['cold: KB', ({ cold }) => rounded(middle(cold, kilobytes))],
  ['cold: requests', ({ cold }) => rounded(middle(cold, ({ answers }) => answers.length))],
  ['warm: first row, ms', ({ warm }) => rounded(middle(warm, ({ readyMs }) => readyMs))],
  ['warm: KB', ({ warm }) => rounded(middle(warm, kilobytes))],
  ['warm: requests', ({ warm }) => rounded(middle(warm, ({ answers }) => answers.length))],
];

function print(project: string, servers: number, results: ReadonlyMap<string, Measured>): void {
  console.log(
    `\n${machine()}\nproject ${project} with ${servers} servers, of which each shows its first page; ${RUNS} visits each, medians\n`,
  );
  console.log(`| | ${[...results.keys()].join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(results.size)}`);
  for (const [label, value] of COLUMNS) console.log(`| ${label} | ${[...results.values()].map(value).join(' | ')} |`);
}

/** A project as the API shows it to its user, when the mirror no longer grows. */
interface Stock {
  projectId: string;
  servers: number;
  /** Throws where a server is none of the project's. */
  assertOwn(serverId: string): Promise<void>;
}

async function inStep(base: string, { domain, username, project, password }: User): Promise<Stock> {
  const signed = await signIn(base, domain, username, password);
  const found = (await signed.projects()).find(({ name }) => name === project);
  if (!found) throw new Error(`${username} has no project ${project}`);
  const session = await signed.enter(found.id);
  for (let before = -1; ;) {
    const { count = 0 } = serverCalls.list.answer.parse(await session.get('/api/v2/compute/servers?limit=1&with_count=true'));
    if (count > 0 && count === before) {
      const assertOwn = async (serverId: string) => void (await session.get(fillPath(serverCalls.read.path, { serverId })));
      return { projectId: found.id, servers: count, assertOwn };
    }
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
  const { projectId, servers, assertOwn } = await inStep(product.selfService, user);
  const results = new Map<string, Measured>();
  const states = new Map<Candidate, Awaited<ReturnType<BrowserContext['storageState']>>>();
  for (const candidate of [gantry(product.selfService, user, projectId), horizon(horizonAt, user, projectId)]) {
    const context = await browser.newContext(VIEW);
    await candidate.signIn(await context.newPage());
    states.set(candidate, await context.storageState());
    results.set(candidate.name, { cold: [], warm: [], rows: [] });
    await context.close();
  }
  for (let run = 0; run < RUNS; run += 1)
    for (const [candidate, state] of states) await measure(browser, candidate, state, results.get(candidate.name)!);
  for (const { rows } of results.values()) for (const id of rows) await assertOwn(id);
  print(user.project, servers, results);
} finally {
  await browser.close();
  await product.stop();
  rmSync(data, { recursive: true });
}
