import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { people } from '../support/people.ts';
import { pager, rename, row, search, table } from '../support/servers.ts';
import type { Page } from '@playwright/test';

const names = async (page: Page): Promise<string[]> =>
  (await table(page).getByRole('row').getByRole('link').allTextContents()).map((name) => name.trim());

test('the list shows the project’s servers, twenty a page, and steps through all of them [route.instances]', async ({ as }) => {
  const page = await as(people.member, { path: '/compute/instances?sort=name:asc' });
  await expect(table(page).getByRole('row')).toHaveCount(21);
  await expectAccessible(page);
  const seen = await names(page);
  const total = Number(/of (\d+)/.exec(await pager(page).innerText())?.[1]);
  expect(total).toBeGreaterThanOrEqual(55);
  while (await pager(page).getByRole('button', { name: 'Next page' }).isEnabled()) {
    const first = (await names(page))[0] ?? '';
    await pager(page).getByRole('button', { name: 'Next page' }).click();
    await expect(row(page, first)).toBeHidden();
    seen.push(...(await names(page)));
    if (seen.length >= total) break;
  }
  expect(seen).toHaveLength(total);
  expect(new Set(seen).size).toBe(total);
  expect(seen).toEqual(seen.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)));
});

test('sort, filter and page are in the address and survive a reload and Back', async ({ as }) => {
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

test('a filter that nothing fits says so and can be taken back', async ({ as }) => {
  const page = await as(people.member);
  await search(page, 'there is no such server');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all filters' }).last().click();
  await expect(table(page).getByRole('row')).toHaveCount(21);
});

test('fifty rows cost as many requests as twenty', async ({ as }) => {
  const page = await as(people.member);
  const counted = async (limit: number, rows: number): Promise<number> => {
    let requests = 0;
    const count = (request: { url(): string }): void => void (requests += /\/api\/v2\//.test(request.url()) ? 1 : 0);
    await page.goto('about:blank');
    page.on('request', count);
    await page.goto(`${origin}/compute/instances?limit=${limit}`);
    await expect(table(page).getByRole('row')).toHaveCount(rows + 1);
    await page.waitForTimeout(1000);
    page.off('request', count);
    return requests;
  };
  await expect(table(page)).toBeVisible();
  const { origin } = new URL(page.url());
  const few = await counted(20, 20);
  expect(await counted(50, 50)).toBe(few);
  expect(few).toBeLessThanOrEqual(8);
});

test('what the user has set survives live changes of the rows', async ({ as }) => {
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
