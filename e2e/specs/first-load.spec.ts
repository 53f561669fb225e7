import { basename } from 'node:path';
import { expect, test } from '../support/fixtures.ts';
import { table } from '../support/servers.ts';

test('a list needs two waves until its first row: the files that the document names, and one answer of each call', async ({
  as,
  people,
  product,
}) => {
  const before = await as(people.member);
  await expect(table(before)).toBeVisible();
  const page = await before.context().newPage();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const opened = await page.goto(`${product.selfService}/compute/instances`);
  const document = (await opened?.text()) ?? '';
  await table(page).getByRole('row').nth(1).waitFor();
  const files = asked.filter((path) => path.startsWith('/assets/'));
  // Nothing waits for the font: letters of the same size stand in.
  expect(files.filter((path) => !document.includes(`.${path}"`) && !/\/(live|companion)-|\.woff2$/.test(path))).toEqual([]);
  const calls = asked.filter((path) => /^\/(api|config)/.test(path));
  expect(calls).toContain('/api/v2/compute/servers');
  expect(calls.filter((path, index) => calls.indexOf(path) !== index)).toEqual([]);
});

test('nothing of a page moves while it opens, for somebody who has been there before', async ({ as, people, product }) => {
  const before = await as(people.member, { path: '/monitoring' });
  await expect(before.getByRole('link', { name: 'Object storage' })).toBeVisible();
  await before.goto(`${product.selfService}/compute/instances`);
  await expect(table(before)).toBeVisible();
  // How wide lists are is kept once that has come to rest.
  await expect.poll(() => before.evaluate(() => localStorage.getItem('gantry.list-room'))).not.toBeNull();
  const page = await before.context().newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const sources: { node: Node | null }[] = 'sources' in entry && Array.isArray(entry.sources) ? entry.sources : [];
        const told = sources.map(({ node }) => `${node?.nodeName} ${node?.textContent?.slice(0, 30)}`);
        document.documentElement.dataset['moved'] = `${document.documentElement.dataset['moved'] ?? ''}${told.join(', ')}; `;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/compute/instances', '/monitoring', '/compute/networks', '/compute/volumes']) {
    await page.goto(`${product.selfService}${path}`, { waitUntil: 'networkidle' });
    await expect(page.getByRole('button', { name: /^Notifications/ })).toBeVisible();
    await expect(page.locator('html'), path).not.toHaveAttribute('data-moved');
  }
});

test('whoever navigates before the texts are there reads by the session all the same', async ({ as, people, product }) => {
  const before = await as(people.member);
  const page = await before.context().newPage();
  await page.addInitScript(() => {
    const timer = setInterval(() => {
      if (!('__TSR_ROUTER__' in window)) return;
      clearInterval(timer);
      void window.__TSR_ROUTER__.navigate({ href: '/compute/volumes' });
    }, 1);
  });
  const texts = Promise.withResolvers<void>();
  await page.route(/\/assets\/words-en-[^/]*\.js/, async (route) => {
    await texts.promise;
    await route.continue();
  });
  const refused: string[] = [];
  page.on('response', (response) => response.status() === 401 && refused.push(response.url()));
  const routes = page.waitForResponse(/\/assets\/nouns-[^/]*\.js/);
  await page.goto(`${product.selfService}/compute/instances`, { waitUntil: 'commit' });
  await (await routes).finished();
  // The routes stand a moment after their script is there.
  await page.evaluate(() => new Promise((resume) => setTimeout(resume, 500)));
  texts.resolve();
  await expect(page.getByRole('heading', { level: 1, name: 'Volumes' })).toBeVisible();
  await expect(page).toHaveURL(/\/compute\/volumes/);
  expect(refused).toEqual([]);
});

test('the document of the sign-in page names nothing of what is behind it, which every other one does', async ({ product }) => {
  const read = async (path: string) => (await fetch(`${product.selfService}${path}`, { headers: { accept: 'text/html' } })).text();
  const shell = /href="\.\/assets\/shell-[^"]*\.js"/;
  for (const path of ['/login', '/login/acme']) expect(await read(path)).not.toMatch(shell);
  expect(await read('/compute/instances')).toMatch(shell);
});

test('the spinner of the document is painted in the chosen theme before the console has come', async ({ open, wire }) => {
  const page = await open();
  await page.addInitScript(() => localStorage.setItem('gantry.theme', 'dark'));
  const consoleAgain = wire.hold(/^GET \/assets\/core-.*\.js/);
  await page.goto(`${wire.origin}/login`, { waitUntil: 'commit' });
  const firstPaint = () => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length);
  await expect.poll(firstPaint).toBe(1);
  await expect(page.locator('#boot svg')).toBeVisible();
  await expect(page.locator('html')).toHaveClass('pf-v6-theme-dark');
  consoleAgain();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('#boot')).toHaveCount(0);
});

test('a page fetches one font, that of its script, and none for Chinese and Japanese', async ({ open, product }) => {
  const latin = 'RedHatTextVF';
  const expected: Readonly<Record<string, string[]>> = {
    ar: ['arabic'],
    de: [latin],
    en: [latin],
    es: [latin],
    ja: [],
    pt: [latin],
    ru: ['cyrillic'],
    tr: [latin],
    zh: [],
  };
  const fetched = new Map<string, Response>();
  for (const [locale, files] of Object.entries(expected)) {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => request.resourceType() === 'font' && asked.push(new URL(request.url()).pathname));
    await page.goto(`${product.selfService}/login?locale=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    expect(asked.map((path) => basename(path).replace(/-[^-]{8}\.woff2$/, '')).sort(), locale).toEqual(files);
    for (const path of asked) if (!fetched.has(path)) fetched.set(path, await fetch(`${product.selfService}${path}`));
    await page.close();
  }
  for (const [path, answer] of fetched) {
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'font/woff2']);
    expect((await answer.arrayBuffer()).byteLength, path).toBeLessThanOrEqual(60_000);
  }
  for (const font of ['red-hat-text', 'inter', 'vazirmatn']) {
    const licence = await (await fetch(`${product.selfService}/assets/${font}-OFL.txt`)).text();
    expect(licence).toContain('SIL OPEN FONT LICENSE Version 1.1');
  }
});
