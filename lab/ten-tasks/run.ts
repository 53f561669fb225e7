/**
 * `npm run ten-tasks [-- --before /path/of/another/checkout] [--horizon lab/openstack/compare.yaml]`: ten tasks done in a browser as somebody
 * does who knows the console, and what that took in clicks, keys, text fields and page loads, counted in the page. Printed for this checkout,
 * for another one (both are built before), and for Horizon.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../tools/lib/chromium.ts';
import { root } from '../../tools/lib/files.ts';
import { startProduct } from '../../tools/lib/product.ts';
import { machine } from '../../bench/src/machine.ts';
import { BEFORE } from './before.ts';
import { Counter, type Count } from './count.ts';
import { home, signIn, WAYS } from './gantry.ts';
import { openStage } from './gantry-stage.ts';
import { handsAt } from './hands.ts';
import { openHorizon } from './horizon.ts';
import { TASKS, type Candidate, type Task } from './tasks.ts';

const VIEW = { viewport: { width: 1440, height: 900 }, locale: 'en' };
const SERVERS = '20';
/** Milliseconds that anything may take: here nothing is about time. */
const PATIENCE_MS = 120_000;
const TASK_NAMES = Object.keys(TASKS) as Task[];

/** A checkout of Gantry on samples of its own. */
async function openGantry(name: string, checkout: string, ways: Candidate['ways']): Promise<Candidate> {
  const data = mkdtempSync(join(tmpdir(), 'gantry-ten-tasks-'));
  const product = await startProduct(data, { GANTRY_SAMPLE_SERVERS: SERVERS }, checkout);
  return {
    name,
    stage: await openStage(product.selfService, 'ssh' in ways),
    ways,
    signIn: (page) => signIn(page, product.selfService),
    home: (page, project) => home(page, product.selfService, project),
    async stop() {
      await product.stop();
      rmSync(data, { recursive: true });
    },
  };
}

/** What each task takes at a candidate; absent: it cannot be done there. */
async function countAll(browser: Browser, { name, stage, ways, ...candidate }: Candidate): Promise<Map<Task, Count>> {
  const counter = new Counter();
  const enter = async (): Promise<Page> => {
    const context = await browser.newContext(VIEW);
    context.setDefaultTimeout(PATIENCE_MS);
    await counter.watch(context);
    const page = await context.newPage();
    await candidate.signIn(page);
    return page;
  };
  const [page, colleague] = [await enter(), await enter()];
  const counts = new Map<Task, Count>();
  for (const task of TASK_NAMES) {
    const way = ways[task];
    if (!way) continue;
    await candidate.home(page, stage.project);
    await candidate.home(colleague, stage.elsewhere);
    console.error(`${name}: ${TASKS[task]}`);
    counts.set(task, await counter.during(() => way(handsAt(page), stage, handsAt(colleague))));
  }
  for (const one of [page, colleague]) await one.context().close();
  return counts;
}

const COLUMNS = ['clicks', 'keys', 'fields', 'loads'] as const;

function print(results: ReadonlyMap<string, ReadonlyMap<Task, Count>>): void {
  const cells = (count: Count | undefined): string => (count ? COLUMNS.map((column) => count[column]).join(' + ') : 'not there');
  const line = (first: string, rest: readonly string[]): void => console.log(`| ${[first, ...rest].join(' | ')} |`);
  console.log(`\n${machine()}\nclicks + keys + typed fields + page loads\n`);
  line('task', [...results.keys()]);
  line(
    '---',
    [...results.keys()].map(() => '---'),
  );
  for (const task of TASK_NAMES)
    line(
      TASKS[task],
      [...results.values()].map((counts) => cells(counts.get(task))),
    );
}

const { values } = parseArgs({ options: { before: { type: 'string' }, horizon: { type: 'string' } } });
const { before, horizon } = values;
const openings: readonly (() => Promise<Candidate>)[] = [
  ...(before === undefined ? [] : [() => openGantry('before', before, BEFORE)]),
  () => openGantry('this', root, WAYS),
  ...(horizon === undefined ? [] : [() => openHorizon(horizon)]),
];
const browser = await chromium.launch(chromiumLaunch);
try {
  const results = new Map<string, Map<Task, Count>>();
  // One after the other: each is as fast as it is alone.
  for (const open of openings) {
    const candidate = await open();
    try {
      results.set(candidate.name, await countAll(browser, candidate));
    } finally {
      await candidate.stop();
    }
  }
  print(results);
} finally {
  await browser.close();
}
