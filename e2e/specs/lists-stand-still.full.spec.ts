import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { act, choose, row, table } from '../support/servers.ts';
import { to } from '../support/to.ts';

/** Where each cell of the list is, by its row and its place there. */
const places = (page: Page): Promise<Record<string, string>> =>
  table(page).evaluate((grid) =>
    Object.fromEntries(
      [...grid.querySelectorAll('tr')].flatMap((line) =>
        [...line.children].map((cell, index) => {
          const { x, y, width, height } = cell.getBoundingClientRect();
          return [`${line.dataset['id'] ?? 'head'} ${index}`, [x, y, width, height].join(' ')];
        }),
      ),
    ),
  );

test('nothing of a list moves by a pixel while a server of it is made, changes its status and is deleted', async ({ as, api, people }) => {
  const stem = `still-${Date.now()}`;
  for (const end of ['a', 'b']) await api.createServer(`${stem}-${end}`, { metadata: { 'gantry.guest': 'stubborn' } });
  const page = await as(people.member, { path: `/compute/instances?name=${stem}&sort=name:asc` });
  for (const end of ['a', 'b']) await expect(row(page, `${stem}-${end}`)).toContainText('Running');
  await page.mouse.move(0, 0);
  const before = await places(page);
  const stands = async () => expect(await places(page)).toMatchObject(before);

  await choose(page, `${stem}-b`, 'Pause');
  await expect(row(page, `${stem}-b`)).toContainText('Paused');
  await stands();
  await choose(page, `${stem}-b`, 'Resume from pause');
  await expect(row(page, `${stem}-b`)).toContainText('Running');
  await act(page, `${stem}-b`, 'Shut down');
  await expect(row(page, `${stem}-b`)).toContainText('Running: shutting down');
  await stands();

  await api.createServer(`${stem}-c-${'with-a-long-name-'.repeat(8)}`);
  await expect(table(page).getByRole('row')).toHaveCount(4);
  await stands();
  // On a phone, and where the page runs from right to left, a name that is too long is cut at its own end all the same.
  const phone = await as(people.member, {
    path: `/compute/instances?name=${stem}-c&locale=ar`,
    viewport: { width: 390, height: 844 },
  });
  await expect(phone.locator('html')).toHaveAttribute('dir', 'rtl');
  const long = phone.getByRole('gridcell').getByRole('link');
  await expect(long).toBeVisible();
  const seen = await long.evaluate((link) => {
    const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode()!;
    const letter = (at: number) => {
      const range = document.createRange();
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      return range.getBoundingClientRect();
    };
    const { left, right } = link.closest('td')!.getBoundingClientRect();
    return { isBegun: letter(0).left >= left && letter(0).right <= right, isCut: letter(text.textContent!.length - 1).left > right };
  });
  expect(seen).toEqual({ isBegun: true, isCut: true });
  await phone.context().close();
  const made = table(page).getByRole('row').nth(3).getByRole('link');
  await expect(table(page).getByRole('row').nth(3)).toContainText('Running');
  await act(page, await made.innerText(), 'Delete');
  await expect(table(page).getByRole('row')).toHaveCount(3);
  await stands();
});

test('a list fits its page at any width: columns leave one after the other, and name and status stay', async ({ as, people }) => {
  const page = await as(people.admin, { path: '/compute/instances?sort=name:asc' });
  const heads = () => table(page).getByRole('columnheader').allInnerTexts();
  await expect(table(page).getByRole('row').nth(1)).toBeVisible();
  let last = Infinity;
  for (const width of [1600, 1280, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(async () => (await heads()).length).toBeLessThanOrEqual(last);
    await expect
      .poll(() => page.getByRole('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
      .toBeLessThanOrEqual(0);
    const texts = (await heads()).map((text) => text.trim());
    expect(texts).toEqual(expect.arrayContaining(['Name', 'Status']));
    const heights = await table(page).evaluate((grid) => [
      ...new Set([...grid.querySelectorAll('tbody tr')].map((line) => Math.round(line.getBoundingClientRect().height))),
    ]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
    last = texts.length;
  }
  expect(last).toBeLessThan(8);
});

test('the page of a thing that is on its way has its name, where a link said it, and everything where it will be', async ({
  as,
  api,
  cloud,
  people,
  wire,
}) => {
  const name = `skeleton-${Date.now()}`;
  await api.createServer(name);
  const page = await as(people.member, { path: `/compute/instances?name=${name}`, wire });
  await expect(row(page, name)).toContainText('Running');
  const details = (await row(page, name).getByRole('link', { name }).getAttribute('href')) ?? '';
  const { origin } = new URL(page.url());
  const main = page.getByRole('main');
  const place = async (selector: string) => {
    // Not every page has tabs.
    const [one] = await main.locator(selector).all();
    const box = await one?.boundingBox();
    return box && [box.x, box.y, box.width].map(Math.round);
  };
  const parts = async () => ({
    heading: (await place('h1'))?.slice(0, 2),
    tabs: await place('.pf-v6-c-tabs'),
    card: await place('.pf-v6-c-card'),
  });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const come = wire.hold(/^GET \/api\/v2\/compute\/servers\/[\w-]+$/);
    await page.goto(origin + details);
    await expect(main.locator('.gantry-bones').first()).toBeVisible();
    const before = await parts();
    come();
    await expect(main.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(main.locator('.gantry-bones')).toHaveCount(0);
    expect(await parts()).toEqual(before);
  }

  await page.setViewportSize({ width: 1440, height: 900 });
  const { flavor } = cloud.server;
  const come = wire.hold(/^GET \/api\/v2\/compute\/flavors\/[\w-]+$/);
  await main.getByRole('link', { name: flavor, exact: true }).click();
  await expect(main.getByRole('heading', { level: 1, name: flavor })).toBeVisible();
  await expect(main.locator('.gantry-bones').first()).toBeVisible();
  const before = await parts();
  come();
  await expect(main.locator('.gantry-bones')).toHaveCount(0);
  expect(await parts()).toEqual(before);
});

/** Where elements of a page are, in px of the window. */
const boxes = (page: Page, selector: string): Promise<{ top: number; middle: number; height: number }[]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return { top, middle: top + height / 2, height };
    }),
  );
/** How far apart the largest and the smallest of some values are. */
const spread = (values: readonly number[]): number => Math.max(...values) - Math.min(...values);

test('tools of a list stand on one line, radios beside their labels, heads of tables are alike, and a scrollbar moves nothing', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/instances', viewport: { width: 1440, height: 900 } });
  await expect(table(page).getByRole('row').nth(1)).toBeVisible();
  const tools = await boxes(page, '.gantry-filters :is(.gantry-filter-field, .pf-v6-c-menu-toggle):visible');
  expect(tools.length).toBeGreaterThan(2);
  expect(spread(tools.map(({ middle }) => middle))).toBeLessThan(1);
  expect(spread(tools.map(({ height }) => height))).toBeLessThan(1);
  const heads = (await boxes(page, '.gantry-table thead th')).map(({ height }) => height);
  const room = () => page.locator('#main').evaluate((main) => main.clientWidth);
  const wide = await room();
  // A page that needs no scrollbar, and one that does.
  await to(page, '/compute/volumes/add');
  const radio = '.pf-v6-c-radio:has(> input:visible)';
  await expect(page.locator(radio).first()).toBeVisible();
  expect(await room()).toBe(wide);
  const inputs = await boxes(page, `${radio} > input`);
  const labels = await boxes(page, `${radio} > label`);
  expect(inputs.length).toBeGreaterThan(2);
  for (const [index, { middle }] of inputs.entries()) expect(Math.abs(middle - labels[index]!.middle)).toBeLessThan(1.5);
  await page.locator(radio).nth(1).locator('input').check();
  // The images, and the storage policies.
  await expect(page.locator('.gantry-pick thead tr')).toHaveCount(2);
  heads.push(...(await boxes(page, '.gantry-pick thead th')).map(({ height }) => height));
  // Heads that order a list, and heads that do not.
  expect(spread(heads), heads.join(' ')).toBeLessThan(1);
  // The button that creates stays above them all while one scrolls.
  const button = page.getByRole('button', { name: 'Create', exact: true });
  await expect(button).toBeInViewport();
  const { x, y, width } = (await button.boundingBox())!;
  for (const at of [y + 2, y + 18]) {
    const top = await page.evaluate(
      ([left, above]) => document.elementFromPoint(left!, above!)?.closest('.gantry-pick') === null,
      [x + width / 2, at],
    );
    expect(top).toBe(true);
  }
});
