import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { act, choose, row, table } from '../support/servers.ts';

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
