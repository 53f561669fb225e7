import { readdirSync, readFileSync, rmSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { PASSWORD, type RunningProduct } from '../../tools/lib/product.ts';
import { atMost, plain, quantile, type Figure } from './figures.ts';
import { prepare, UnwatchedBrowser, type Entry } from './unwatched.ts';
import { countOf, fontOf, kilobytes, middle, needed, withoutFont, type Visits } from './visit.ts';

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
  await page.locator(FIRST_ROW).first().waitFor();
}

/** Rows of a list, in CSS. */
export const FIRST_ROW = '[role="grid"] tbody tr';

/** Clicks in the menu. */
const CLICKS = 20;
const entryOf = (list: string): Entry => ({ link: `nav a[href^="/compute/${list}"]`, selector: FIRST_ROW });

/** Code of the sign-in page, and the largest chunk that any later page adds. */
async function measureCode(browser: UnwatchedBrowser, product: RunningProduct): Promise<Figure[]> {
  const { requests, readyMs } = await browser.visit(`${product.selfService}/login`, 'input[autocomplete="username"]', { cold: true });
  const code = requests.filter(({ path }) => isCode(path));
  const filesOf = (some: typeof code) => new Set(some.map(({ path }) => basename(path)));
  // Those that people wait for.
  const first = filesOf(code.filter(({ at }) => at < readyMs));
  const ahead = filesOf(code).difference(first);
  const later = readdirSync(assets).filter((file) => isCode(file) && !first.has(file));
  const largest = later.map((file) => ({ file, size: gzipKb(file) })).sort((a, b) => b.size - a.size)[0];
  return [
    atMost('sign-in page, JS and CSS, gzip', sum(first), 190, 'KB'),
    plain('fetched ahead while people type, JS and CSS, gzip', sum(ahead), 'KB'),
    ...(largest ? [atMost(`largest later chunk, gzip (${largest.file.replace(/-[\w-]{8}\./, '.')})`, largest.size, 60, 'KB')] : []),
  ];
}

/** The list of servers in a browser that has never been here, but is signed in, and in one that often was. */
async function measureList(browser: UnwatchedBrowser, product: RunningProduct, runs: number): Promise<Figure[]> {
  const visits: Visits = { cold: [], warm: [] };
  for (let run = 0; run < runs; run += 1) await browser.both(`${product.selfService}/compute/instances`, FIRST_ROW, visits);
  const { cold, warm } = visits;
  const [clicks] = await browser.clicks(`${product.selfService}/compute/volumes`, ['instances', 'volumes'].map(entryOf), CLICKS);
  const first = cold.map(needed).map(withoutFont);
  const fonts = cold.map(fontOf);
  return [
    atMost('servers list, cold: transferred until the first row', middle(first, kilobytes), 350, 'KB'),
    atMost('servers list, cold: requests until the first row', middle(first, countOf), 25, ''),
    atMost('servers list, cold: font', middle(fonts, kilobytes), 60, 'KB'),
    atMost('servers list, cold: requests for fonts', middle(fonts, countOf), 1, ''),
    plain('servers list, cold: transferred with what follows by itself', middle(cold, kilobytes), 'KB'),
    plain('servers list, cold: requests with what follows by itself', middle(cold, countOf), ''),
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
    plain('servers list, by a click in the menu: first row after', quantile(clicks!, 0.5), 'ms'),
  ];
}

/** Figures of the console in Debian's Chromium. */
export async function measureBrowser(product: RunningProduct, runs: number): Promise<Figure[]> {
  const profiles = mkdtempSync(join(tmpdir(), 'gantry-browser-'));
  const work = async <T>(
    name: string,
    before: (page: Page) => Promise<void>,
    measure: (browser: UnwatchedBrowser) => Promise<T>,
  ): Promise<T> => {
    await prepare(join(profiles, name), before);
    const browser = await UnwatchedBrowser.open(join(profiles, name));
    return measure(browser).finally(() => browser.close());
  };
  try {
    return [
      ...(await work(
        'stranger',
        async () => undefined,
        (browser) => measureCode(browser, product),
      )),
      ...(await work(
        'member',
        (page) => signIn(page, product.selfService, '/compute/instances'),
        (browser) => measureList(browser, product, runs),
      )),
    ];
  } finally {
    rmSync(profiles, { recursive: true });
  }
}
