import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { pager, rename, row, search, table } from '../support/servers.ts';
import type { Page } from '@playwright/test';

/** Rows of a page, unless somebody wants others. */
const PAGE = 20;

const names = async (page: Page): Promise<string[]> =>
  (await table(page).getByRole('row').getByRole('link').allTextContents()).map((name) => name.trim());

test(
  'the list shows the project’s servers, twenty a page, and steps through all of them',
  { tag: ['@main', '@full'] },
  async ({ as, people, cloud }) => {
    const page = await as(people.member, { path: '/compute/instances?sort=name:asc' });
    await expect(pager(page)).toContainText(/of \d+/);
    const total = Number(/of (\d+)/.exec(await pager(page).innerText())?.[1]);
    expect(total).toBeGreaterThanOrEqual(cloud.servers);
    const seen: string[] = [];
    for (let from = 1; ; from += PAGE) {
      const to = Math.min(from + PAGE - 1, total);
      await expect(pager(page)).toContainText(`${from}–${to} of ${total}`);
      await expect(table(page).getByRole('row').getByRole('link')).toHaveCount(to - from + 1);
      // The rows of the page before stay until those of this one have come.
      await expect.poll(async () => (await names(page)).filter((name) => seen.includes(name))).toEqual([]);
      if (from === 1) await expectAccessible(page);
      seen.push(...(await names(page)));
      if (to === total) break;
      await pager(page).getByRole('button', { name: 'Next page' }).click();
    }
    await expect(pager(page).getByRole('button', { name: 'Next page' })).toBeDisabled();
    expect(new Set(seen).size).toBe(total);
    expect(seen).toEqual(seen.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
  },
);

test('sort, filter and page of a list are in its address and survive a reload and Back', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member);
  await table(page).getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
  await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'name:asc');
  await expect(table(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'ascending');
  await pager(page).getByRole('button', { name: 'Next page' }).click();
  await expect(pager(page)).toContainText('21–40 of');
  const second = await names(page);
  await page.reload();
  await expect(pager(page)).toContainText('21–40 of');
  expect(await names(page)).toEqual(second);
  await page.goBack();
  await expect(pager(page)).toContainText('1–20 of');
  const [target = ''] = second;
  await search(page, target);
  await expect(row(page, target)).toBeVisible();
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await expect(pager(page)).toContainText('1–20 of');
});

test('a filter that nothing fits says so and can be taken back', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member);
  await search(page, 'there is no such server');
  await expect(page.getByRole('heading', { name: 'No matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all filters' }).last().click();
  await expect(table(page).getByRole('row')).toHaveCount(21);
});

test(
  'a list of fifty servers costs at most ten kinds of requests, and none of them is sent row by row',
  { tag: '@full' },
  async ({ as, people }) => {
    const page = await as(people.member);
    await expect(table(page)).toBeVisible();
    const { origin } = new URL(page.url());
    await page.goto('about:blank');
    /** Questions with their ids left out, and about how many things each was asked. */
    const asked = new Map<string, Set<string>>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!pathname.startsWith('/api/v2/')) return;
      const question = `${request.method()} ${pathname.replace(/[\da-f]{8}-[\da-f-]{27}/g, '*')}`;
      asked.set(question, (asked.get(question) ?? new Set()).add(pathname));
    });
    await page.goto(`${origin}/compute/instances?limit=50`);
    await expect(table(page).getByRole('row')).toHaveCount(51);
    await page.waitForLoadState('networkidle');
    expect([...asked.keys()]).toContain('GET /api/v2/compute/servers');
    expect([...asked].filter(([, paths]) => paths.size > 1).map(([question]) => question)).toEqual([]);
    // Among them the way into another project, where a task that this browser has begun there is still waited for.
    expect([...asked.keys()].length, [...asked.keys()].join('\n')).toBeLessThanOrEqual(10);
  },
);

test('the selection and an open menu of a list survive live changes of its rows', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/instances?sort=name:asc' });
  await expect(table(page).getByRole('row')).toHaveCount(21);
  const [first = '', second = ''] = await names(page);
  await row(page, first)
    .getByRole('checkbox', { name: `Select ${first}` })
    .check();
  await row(page, second)
    .getByRole('button', { name: `Actions for ${second}` })
    .click();
  const menu = page.getByRole('menu').last();
  await expect(menu).toBeVisible();
  const other = await as(people.lead, { path: '/compute/instances?sort=name:asc' });
  const renamed = `${second}-renamed`;
  await rename(other, second, renamed);
  await expect(row(page, renamed)).toBeVisible();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(row(page, first).getByRole('checkbox', { name: `Select ${first}` })).toBeChecked();
  await expect(page.getByRole('toolbar', { name: 'Actions for the selected rows' })).toContainText('1 selected');
});

test(
  'a name as long as names may be breaks neither the list nor the page of its server in a narrow window',
  { tag: '@full' },
  async ({ as, people, api }) => {
    const name = `long-${Date.now()}-`.padEnd(255, 'x');
    await api.createServer(name);
    const page = await as(people.member, { viewport: { width: 400, height: 800 } });
    const isTooWide = () => page.getByRole('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    await expect(row(page, name)).toBeVisible();
    expect(await isTooWide()).toBe(false);
    const highest = await table(page).evaluate((grid) =>
      Math.max(...[...grid.querySelectorAll('tr')].map((one) => one.getBoundingClientRect().height)),
    );
    // Three lines, and what is around them.
    expect(highest).toBeLessThan(130);
    await row(page, name).getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible();
    expect(await isTooWide()).toBe(false);
  },
);
