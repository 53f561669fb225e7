/**
 * `npm run builds -- /path/of/another/checkout [runs]`: the list of servers of this build and of another checkout's, both started on samples
 * of their own and visited in turns by one browser, printed side by side. Both are built before (`npm run build`).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext } from '@playwright/test';
import { chromiumLaunch } from '../../tools/lib/chromium.ts';
import { root } from '../../tools/lib/files.ts';
import { startProduct } from '../../tools/lib/product.ts';
import { firstRow, signIn } from './browser.ts';
import { rounded } from './figures.ts';
import { machine } from './machine.ts';
import { kilobytes, middle, visit, type Visit } from './visit.ts';

const LIST = '/compute/instances';
const VIEW = { viewport: { width: 1440, height: 900 } };

interface Build {
  name: string;
  address: string;
  storage: Awaited<ReturnType<BrowserContext['storageState']>>;
  cold: Visit[];
  warm: Visit[];
}

/** Signs in once and sees the list, so that a later visit has what a browser keeps of the one before. */
async function prepared(browser: Browser, name: string, base: string): Promise<Build> {
  const context = await browser.newContext(VIEW);
  await signIn(await context.newPage(), base, LIST);
  const storage = await context.storageState();
  await context.close();
  return { name, address: `${base}${LIST}`, storage, cold: [], warm: [] };
}

/** A visit with an empty cache, and one in a new tab that finds the files there. */
async function measure(browser: Browser, build: Build): Promise<void> {
  const context = await browser.newContext({ ...VIEW, storageState: build.storage });
  const open = async (): Promise<Visit> => visit(await context.newPage(), build.address, firstRow);
  build.cold.push(await open());
  build.warm.push(await open());
  await context.close();
}

const LINES: readonly [string, (build: Build) => number][] = [
  ['cold: first row, ms', ({ cold }) => middle(cold, ({ readyMs }) => readyMs)],
  ['cold: KB', ({ cold }) => middle(cold, kilobytes)],
  ['cold: requests', ({ cold }) => middle(cold, ({ answers }) => answers.length)],
  ['warm: first row, ms', ({ warm }) => middle(warm, ({ readyMs }) => readyMs)],
  ['warm: KB', ({ warm }) => middle(warm, kilobytes)],
  ['warm: requests', ({ warm }) => middle(warm, ({ answers }) => answers.length)],
];

const [other, runs = '7'] = process.argv.slice(2);
if (other === undefined) throw new Error('usage: npm run builds -- /path/of/another/checkout [runs]');
const data = mkdtempSync(join(tmpdir(), 'gantry-builds-'));
const sample = { GANTRY_SAMPLE_SERVERS: '50' };
const products = [await startProduct(join(data, 'other'), sample, other), await startProduct(join(data, 'this'), sample, root)] as const;
const browser = await chromium.launch(chromiumLaunch);
try {
  const builds = [
    await prepared(browser, 'other', products[0].selfService),
    await prepared(browser, 'this', products[1].selfService),
  ] as const;
  for (let run = 0; run < Number(runs); run += 1) for (const build of builds) await measure(browser, build);
  console.log(`\n${machine()}\n${runs} visits each in turns, medians\n\n| | other | this | this : other |\n| --- | --- | --- | --- |`);
  for (const [label, value] of LINES) {
    const [before, now] = [value(builds[0]), value(builds[1])];
    console.log(`| ${label} | ${rounded(before)} | ${rounded(now)} | ${rounded((100 * now) / before)} % |`);
  }
} finally {
  await browser.close();
  for (const product of products) await product.stop();
  rmSync(data, { recursive: true });
}
