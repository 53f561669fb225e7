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
  expect(files.filter((path) => !document.includes(`.${path}"`) && !/\/(live|companion)-/.test(path))).toEqual([]);
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
