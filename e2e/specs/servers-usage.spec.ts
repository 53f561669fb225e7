import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { pager, row, search, table } from '../support/servers.ts';
import { to } from '../support/to.ts';

const header = (page: Page, name: string) => table(page).getByRole('columnheader', { name, exact: true });

/** Shows or hides a column. */
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menu').getByText(name, { exact: true }).click();
  await page.keyboard.press('Escape');
}

test('the columns of a list are chosen, stay after a reload, and are the user’s own', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member);
  await expect(header(page, 'CPU usage')).toBeVisible();
  await expect(header(page, 'Flavor')).toBeHidden();
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await choose(page, 'Flavor');
  await choose(page, 'vCPU');
  await expect(header(page, 'Flavor')).toBeVisible();
  await expect(header(page, 'vCPU')).toBeHidden();
  await page.reload();
  await expect(header(page, 'Flavor')).toBeVisible();
  await expect(header(page, 'vCPU')).toBeHidden();
  // Another user of the same browser.
  const storage = await page.context().storageState();
  const other = await as(people.lead, { storageState: { cookies: [], origins: storage.origins.map(withoutSession) }, fresh: true });
  await expect(header(other, 'vCPU')).toBeVisible();
  await expect(header(other, 'Flavor')).toBeHidden();
  await choose(page, 'Default columns');
  await expect(header(page, 'vCPU')).toBeVisible();
});

test('all chosen columns of a list are shown: it scrolls sideways below its fixed names', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.admin, { viewport: { width: 1440, height: 900 } });
  const list = page.locator('.gantry-list');
  const ticked = page.getByRole('menu').getByRole('checkbox', { checked: true });
  const headings = async () => (await table(page).getByRole('columnheader').allInnerTexts()).filter((text) => text.trim() !== '');
  await expect(header(page, 'Name')).toBeVisible();
  const overflow = () => list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(await overflow()).toBe(0);
  await page.getByRole('button', { name: 'Columns' }).click();
  // Each shown one but the name, which cannot be hidden.
  await expect(ticked).toHaveCount((await headings()).filter((text) => text !== 'Actions').length - 1);
  const unticked = page.getByRole('menu').getByRole('checkbox', { checked: false });
  for (let left = await unticked.count(); left > 0; left -= 1) {
    await unticked.first().check();
    await expect(unticked).toHaveCount(left - 1);
  }
  await page.keyboard.press('Escape');
  for (const name of ['Node', 'Project', 'Domain']) await expect(header(page, name)).toBeAttached();
  expect(await overflow()).toBeGreaterThan(100);
  const name = header(page, 'Name');
  const before = await name.boundingBox();
  await list.evaluate((element) => element.scrollTo(element.scrollWidth, 0));
  expect(await name.boundingBox()).toEqual(before);
  await expect(header(page, 'ID')).toBeInViewport();
  // It is not below the others, but can be pressed.
  await name.getByRole('button').click();
  await expect(page).toHaveURL(/sort=name/);
  await expectAccessible(page);
  await choose(page, 'Default columns');
  await expect.poll(overflow).toBe(0);
});

type Origin = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>['origins'][number];

/** What a browser keeps when its user has signed out. */
const withoutSession = ({ origin, localStorage }: Origin): Origin => ({
  origin,
  localStorage: localStorage.filter(({ name }) => name.startsWith('columns.')),
});

test('the export of a list holds what it is filtered to, on all pages', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/instances?sort=name:asc&status=["ACTIVE"]' });
  await expect(table(page)).toBeVisible();
  const total = Number(/of (\d+)/.exec(await pager(page).innerText())?.[1]);
  expect(total).toBeGreaterThan(20);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^servers-\d{4}-\d\d-\d\d\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text.startsWith('\uFEFF"Name","Status","IP addresses",')).toBe(true);
  const lines = text.trimEnd().split('\r\n').slice(1);
  expect(lines).toHaveLength(total);
  expect(lines.every((line) => line.split(',')[1] === '"Running"')).toBe(true);
  const shown = await table(page).getByRole('row').getByRole('link').allInnerTexts();
  expect(lines.slice(0, shown.length).map((line) => line.split(',')[0])).toEqual(shown.map((name) => `"${name}"`));
});

test(
  'what servers use stands in the list and in charts where somebody measures it, and is not offered elsewhere',
  { tag: ['@main', '@full'] },
  async ({ as, people, api }) => {
    const page = await as(people.member, { path: '/compute/instances?status=["ACTIVE"]&sort=created_at:asc' });
    const first = table(page).getByRole('row').nth(1);
    await expect(first).toContainText('Running');
    if (!api.capabilities.has('server.stat')) {
      await expect(header(page, 'CPU usage')).toHaveCount(0);
      await first.getByRole('link').click();
      await expect(page.getByRole('tab', { name: 'Volumes' })).toBeVisible();
      await expect(page.getByRole('tab', { name: 'Statistics' })).toHaveCount(0);
      return;
    }
    // A list does not wait long for figures: on a busy machine the first one may come without.
    await expect(async () => {
      await page.reload();
      await expect(header(page, 'CPU usage')).toBeVisible();
      await expect(first).toContainText(/\d\s?%/, { timeout: 5000 });
    }).toPass();
    await first.getByRole('link').click();
    await page.getByRole('tab', { name: 'Statistics' }).click();
    await page.getByRole('button', { name: '1 hour' }).click();
    for (const name of ['CPU', 'RAM', 'Disk transfer']) {
      const chart = page.getByRole('figure', { name });
      await expect(chart.locator('canvas')).toBeAttached();
      await chart.getByText('As a table').click();
      await expect(chart.getByRole('grid', { name }).getByRole('row').nth(1)).toContainText(/\d/);
    }
    await expectAccessible(page);
  },
);

test(
  'the list is sorted by what servers use, where the cloud can tell, and narrowed to a part of an id',
  { tag: ['@main', '@full'] },
  async ({ as, people, api }) => {
    const page = await as(people.member, { path: '/compute/instances?status=["ACTIVE"]' });
    await expect(table(page).getByRole('row').nth(1)).toContainText('Running');
    const sorter = header(page, 'CPU usage').getByRole('button');
    if (api.capabilities.has('server.figures')) {
      /** Per cent, as they are shown; what nobody has measured comes last. */
      const shown = async (): Promise<number[]> =>
        (await table(page).locator('td[data-label="CPU usage"]').allInnerTexts()).map((text) => (/\d/.test(text) ? parseFloat(text) : -1));
      const falls = async (): Promise<boolean> => {
        const values = await shown();
        return values.length > 1 && values.every((value, at) => value <= (values[at - 1] ?? Infinity));
      };
      await sorter.click();
      await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'cpu_usage:asc');
      await sorter.click();
      await expect(page).toHaveURL((url) => url.searchParams.get('sort') === 'cpu_usage:desc');
      await expect.poll(falls).toBe(true);
      await expectAccessible(page);
    } else {
      await expect(sorter).toHaveCount(0);
    }
    const found = await table(page)
      .getByRole('row')
      .nth(1)
      .getByRole('link')
      .evaluate(({ textContent, pathname }: HTMLAnchorElement) => ({ name: textContent.trim(), id: pathname.split('/').at(-1) ?? '' }));
    await to(page, '/compute/instances');
    await search(page, found.id.slice(4, -4));
    await expect(row(page, found.name)).toBeVisible();
    await expect(pager(page)).toContainText('of 1');
  },
);

test('the statistics of a server are charts, and tables for those who do not see them', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/instances?status=["ACTIVE"]&sort=created_at:asc' });
  const name = await table(page).getByRole('row').nth(1).getByRole('link').innerText();
  await row(page, name).getByRole('link').click();
  await page.getByRole('tab', { name: 'Statistics' }).click();
  const chart = page.getByRole('figure', { name: 'CPU' });
  await expect(chart).toContainText('Used');
  await expect(page.getByRole('figure')).toHaveCount(7);
  await chart.getByText('As a table').click();
  const cells = chart.getByRole('grid', { name: 'CPU' }).getByRole('row');
  await expect(cells.nth(1)).toContainText('%');
  const points = await cells.count();
  await expectAccessible(page);
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/stat?range=1h'));
  await page.getByRole('button', { name: '1 hour' }).click();
  expect((await asked).status()).toBe(200);
  const plot = await chart.locator('.u-over').boundingBox();
  if (!plot) throw new Error('no chart');
  await page.mouse.move(plot.x + plot.width * 0.5, plot.y + 20);
  await page.mouse.down();
  await page.mouse.move(plot.x + plot.width * 0.75, plot.y + 20);
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Whole range' })).toBeVisible();
  await expect.poll(() => cells.count()).toBeLessThan(points / 2);
  await chart.locator('.u-over').dblclick();
  await expect(page.getByRole('button', { name: 'Whole range' })).toBeHidden();
});
