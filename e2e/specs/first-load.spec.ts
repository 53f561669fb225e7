import { basename } from 'node:path';
import type { Request } from '@playwright/test';
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

test('the document of the sign-in page names nothing of what is behind it, which every other one does', async ({ product }) => {
  const read = async (path: string) => (await fetch(`${product.selfService}${path}`, { headers: { accept: 'text/html' } })).text();
  const shell = /href="\.\/assets\/shell-[^"]*\.js"/;
  for (const path of ['/login', '/login/acme']) expect(await read(path)).not.toMatch(shell);
  expect(await read('/compute/instances')).toMatch(shell);
});

test('a page fetches one font for each script that it shows, and none for Chinese and Japanese', async ({ open, product }) => {
  const latin = 'RedHatTextVF';
  const expected: Readonly<Record<string, string[]>> = {
    ar: [latin, 'vazirmatn-arabic-wght-normal'],
    de: [latin],
    en: [latin],
    es: [latin],
    ja: [],
    pt: [latin],
    ru: [latin, 'onest-cyrillic-wght-normal'],
    tr: [latin],
    zh: [],
  };
  const page = await open();
  const fetched = new Map<string, Response>();
  for (const [locale, files] of Object.entries(expected)) {
    const asked: string[] = [];
    const note = (request: Request): unknown => request.resourceType() === 'font' && asked.push(new URL(request.url()).pathname);
    page.on('request', note);
    await page.goto(`${product.selfService}/login?locale=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    page.off('request', note);
    expect(asked.map((path) => basename(path).replace(/-[^-]{8}\.woff2$/, '')).sort(), locale).toEqual(files);
    for (const path of asked) if (!fetched.has(path)) fetched.set(path, await fetch(`${product.selfService}${path}`));
  }
  for (const [path, answer] of fetched) {
    expect([answer.status, answer.headers.get('content-type')], path).toEqual([200, 'font/woff2']);
    expect((await answer.arrayBuffer()).byteLength, path).toBeLessThanOrEqual(60_000);
  }
  const licences = await (await fetch(`${product.selfService}/assets/red-hat-text-OFL.txt`)).text();
  expect(licences).toContain('SIL OPEN FONT LICENSE Version 1.1');
});
