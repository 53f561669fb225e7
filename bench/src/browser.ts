import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { chromiumLaunch } from '../../tools/lib/chromium.ts';
import { PASSWORD, type RunningProduct } from '../../tools/lib/product.ts';
import { atMost, plain, type Figure } from './figures.ts';
import { kilobytes, middle, visit, type Visit } from './visit.ts';

const assets = new URL('../../console/dist/assets/', import.meta.url);
const isCode = (file: string): boolean => /\.(js|css)$/.test(file);
const sum = (files: ReadonlySet<string>): number => [...files].reduce((total, file) => total + gzipKb(file), 0);
const gzipKb = (file: string): number => gzipSync(readFileSync(new URL(file, assets)), { level: 9 }).length / 1000;

/** Signs in by the form, as people do, and ends on `path`. */
export async function signIn(page: Page, base: string, path: string): Promise<void> {
  await page.goto(`${base}/login/acme?redirectUrl=${encodeURIComponent(path)}`);
  await page.getByLabel('User name').fill('acme-member');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await firstRow(page);
}

export const firstRow = (page: Page): Promise<void> => page.getByRole('grid').getByRole('row').nth(1).waitFor();

/** Names of the files that a page asked for before it showed anything: those that people wait for. */
async function askedBeforePaint(page: Page): Promise<Set<string>> {
  const paths = await page.evaluate(() => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    const files = performance.getEntriesByType('resource').filter(({ startTime }) => painted && startTime < painted.startTime);
    return files.map(({ name }) => new URL(name).pathname);
  });
  return new Set(paths.map((path) => basename(path)));
}

/** Code of the sign-in page, and the largest chunk that any later page adds. */
async function measureCode(browser: Browser, product: RunningProduct): Promise<Figure[]> {
  const page = await browser.newPage();
  const { answers } = await visit(page, `${product.selfService}/login`, () => page.getByLabel('User name').waitFor());
  const asked = await askedBeforePaint(page);
  await page.close();
  const code = new Set(answers.map(({ path }) => basename(path)).filter(isCode));
  const first = code.intersection(asked);
  const ahead = code.difference(first);
  const later = readdirSync(assets).filter((file) => isCode(file) && !first.has(file));
  const largest = later.map((file) => ({ file, size: gzipKb(file) })).sort((a, b) => b.size - a.size)[0];
  return [
    atMost('sign-in page, JS and CSS, gzip', sum(first), 190, 'KB'),
    plain('fetched ahead while people type, JS and CSS, gzip', sum(ahead), 'KB'),
    ...(largest ? [atMost(`largest later chunk, gzip (${largest.file.replace(/-[\w-]{8}\./, '.')})`, largest.size, 60, 'KB')] : []),
  ];
}

/** What a page asked for until it was ready. */
const needed = (of: Visit): Visit => ({ ...of, answers: of.answers.filter((answer) => answer.needed) });

/** The list of servers in a browser that has never been here, but is signed in. */
async function measureList(browser: Browser, product: RunningProduct, runs: number): Promise<Figure[]> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const address = `${product.selfService}/compute/instances`;
  await signIn(await context.newPage(), product.selfService, '/compute/instances');
  const storage = await context.storageState();
  const [cold, warm]: [Visit[], Visit[]] = [[], []];
  for (let run = 0; run < runs; run += 1) {
    const fresh = await browser.newContext({ storageState: storage, viewport: { width: 1440, height: 900 } });
    cold.push(await visit(await fresh.newPage(), address, firstRow));
    warm.push(await visit(await fresh.newPage(), address, firstRow));
    await fresh.close();
  }
  await context.close();
  return [
    atMost('servers list, cold: transferred until the first row', middle(cold.map(needed), kilobytes), 350, 'KB'),
    atMost(
      'servers list, cold: requests until the first row',
      middle(cold.map(needed), ({ answers }) => answers.length),
      25,
      '',
    ),
    plain('servers list, cold: transferred with what follows by itself', middle(cold, kilobytes), 'KB'),
    plain(
      'servers list, cold: requests with what follows by itself',
      middle(cold, ({ answers }) => answers.length),
      '',
    ),
    plain(
      'servers list, cold: first row after',
      middle(cold, ({ readyMs }) => readyMs),
      'ms',
    ),
    plain(
      'servers list, warm: first row after',
      middle(warm, ({ readyMs }) => readyMs),
      'ms',
    ),
    plain('servers list, warm: transferred', middle(warm, kilobytes), 'KB'),
  ];
}

/** Figures of the console in Debian's Chromium. */
export async function measureBrowser(product: RunningProduct, runs: number): Promise<Figure[]> {
  const browser = await chromium.launch(chromiumLaunch);
  try {
    return [...(await measureCode(browser, product)), ...(await measureList(browser, product, runs))];
  } finally {
    await browser.close();
  }
}
