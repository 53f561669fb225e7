/**
 * `npm run compare -- lab/openstack/compare.yaml`: lists of one user on one cloud, in Gantry and in Horizon, measured in turns
 * in browsers of one kind and printed side by side: of servers, volumes, networks and images. Then each of Gantry's lists by a click in its
 * menu, beside Horizon's page. `lab/openstack` brings cloud and Horizon up. Ends with an error where a page does not come.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { serverCalls } from '@gantry/contract/nouns/servers/calls';
import { parse } from 'yaml';
import { z } from 'zod';
import { startProduct } from '../tools/lib/product.ts';
import { signIn } from '../tools/lib/session.ts';
import { FIRST_ROW } from '../bench/src/browser.ts';
import { quantile, rounded } from '../bench/src/figures.ts';
import { machine } from '../bench/src/machine.ts';
import { prepare, UnwatchedBrowser } from '../bench/src/unwatched.ts';
import { middle, VISIT_LINES, type Visits } from '../bench/src/visit.ts';

const RUNS = 5;
/** Clicks in the menu, for each list. */
const CLICKS = 20;
/** Milliseconds until the mirror must hold the cloud. */
const IN_STEP_MS = 600_000;

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
  /** As the API has it. */
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

/** A console to be measured: how to sign in, where a list is, and its rows as CSS finds them. */
interface Candidate {
  name: string;
  signIn(page: Page): Promise<void>;
  address(list: List): string;
  rows(list: List): string;
}

const gantry = (base: string, user: User, projectId: string): Candidate => ({
  name: 'Gantry',
  async signIn(page) {
    await page.goto(`${base}/login/${user.domain}?redirectUrl=${encodeURIComponent(`/compute/instances?project_id=${projectId}`)}`);
    await page.getByLabel('User name').fill(user.username);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.locator(FIRST_ROW).first().waitFor();
  },
  address: (list) => `${base}${list.gantry}`,
  rows: () => FIRST_ROW,
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
  rows: ({ rows }) => rows,
});

/** How many things of a kind the user's project has. */
type CountOf = (list: string) => Promise<number>;

interface Measured extends Visits {
  candidate: Candidate;
}

const COLUMNS: readonly [string, (measured: Measured) => number][] = [
  ['rows on the page', ({ warm }) => middle(warm, ({ found }) => found)],
  ...VISIT_LINES,
];

function print(list: List, results: readonly Measured[]): void {
  console.log(`\n| ${list.name} | ${results.map(({ candidate }) => candidate.name).join(' | ')} |`);
  console.log(`| --- |${' --- |'.repeat(results.length)}`);
  for (const [label, value] of COLUMNS) console.log(`| ${label} | ${results.map((result) => rounded(value(result))).join(' | ')} |`);
}

/** The user's session in the project when the mirror no longer grows, and how many servers it has. */
async function inStep(base: string, { domain, username, project, password }: User): Promise<{ projectId: string; countOf: CountOf }> {
  const signed = await signIn(base, domain, username, password);
  const found = (await signed.projects()).find(({ name }) => name === project);
  if (!found) throw new Error(`${username} has no project ${project}`);
  const session = await signed.enter(found.id);
  const countOf: CountOf = async (list) => {
    const { count = 0 } = serverCalls.list.answer
      .pick({ count: true })
      .parse(await session.get(`/api/v2/compute/${list}?limit=1&with_count=true`));
    return count;
  };
  const until = Date.now() + IN_STEP_MS;
  for (let before = -1, count = 0; count === 0 || count !== before; await sleep(3000)) {
    if (Date.now() > until)
      throw new Error(`the list of servers of ${project} is empty or still grows after ${IN_STEP_MS / 60_000} minutes`);
    before = count;
    count = await countOf('servers');
  }
  return { projectId: found.id, countOf };
}

const [file] = process.argv.slice(2);
if (file === undefined) throw new Error('usage: npm run compare -- <file>, for example lab/openstack/compare.yaml');
const { config, horizon: horizonAt, user } = comparison.parse(parse(readFileSync(file, 'utf8')));
const data = mkdtempSync(join(tmpdir(), 'gantry-compare-'));
const product = await startProduct(data, { GANTRY_CONFIG: resolve(dirname(file), config) });
const browsers = new Map<Candidate, UnwatchedBrowser>();
try {
  const { projectId, countOf } = await inStep(product.selfService, user);
  for (const candidate of [gantry(product.selfService, user, projectId), horizon(horizonAt, user, projectId)]) {
    const profile = join(data, candidate.name);
    await prepare(profile, (page) => candidate.signIn(page));
    browsers.set(candidate, await UnwatchedBrowser.open(profile));
  }
  console.log(`\n${machine()}\nproject ${user.project} with ${await countOf('servers')} servers; ${RUNS} visits each, medians`);
  const measured: { list: List; inHorizonMs: number }[] = [];
  for (const list of LISTS) {
    if ((await countOf(list.name)) === 0) {
      console.log(`\n${list.name}: there are none to be listed`);
      continue;
    }
    const results = [...browsers.keys()].map((candidate): Measured => ({ candidate, cold: [], warm: [] }));
    for (let run = 0; run < RUNS; run += 1)
      for (const into of results) await browsers.get(into.candidate)!.both(into.candidate.address(list), into.candidate.rows(list), into);
    print(list, results);
    measured.push({ list, inHorizonMs: middle(results.at(-1)!.warm, ({ readyMs }) => readyMs) });
  }
  const entries = measured.map(({ list }) => ({ link: `nav a[href^="${list.gantry}"]`, selector: FIRST_ROW }));
  const [own] = browsers.values();
  const clicks = await own!.clicks(`${product.selfService}${measured.at(-1)!.list.gantry}`, entries, CLICKS);
  console.log(
    `\nInside: from a click in the menu until the first row, p50 of ${CLICKS}\n| list | Gantry, ms | Horizon, warm, ms | times |\n| --- | --- | --- | --- |`,
  );
  for (const [at, { list, inHorizonMs }] of measured.entries()) {
    const ms = quantile(clicks[at]!, 0.5);
    console.log(`| ${list.name} | ${rounded(ms)} | ${rounded(inHorizonMs)} | ${rounded(inHorizonMs / ms)} |`);
  }
} finally {
  for (const browser of browsers.values()) await browser.close();
  await product.stop();
  rmSync(data, { recursive: true });
}
