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

test('one font is fetched for a language of Latin letters, and none for others; its licence lies beside it', async ({ open, product }) => {
  const fontsOf = async (locale: string): Promise<string[]> => {
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${product.selfService}/login?locale=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => document.fonts.ready);
    return asked.filter((path) => /\.(woff2?|ttf|otf)$/.test(path));
  };
  const [font, ...others] = await fontsOf('de');
  expect(others).toEqual([]);
  const answer = await fetch(`${product.selfService}${font}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'font/woff2']);
  expect((await answer.arrayBuffer()).byteLength).toBeLessThanOrEqual(60_000);
  const licence = await fetch(`${product.selfService}/assets/red-hat-text-OFL.txt`);
  expect(await licence.text()).toContain('SIL OPEN FONT LICENSE Version 1.1');
  for (const locale of ['ar', 'ru']) expect(await fontsOf(locale)).toEqual([]);
});
