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
  for (const end of ['a', 'b']) await expect(row(page, `${stem}-${end}`)).toContainText('Active');
  await page.mouse.move(0, 0);
  const before = await places(page);
  const stands = async () => expect(await places(page)).toMatchObject(before);

  await choose(page, `${stem}-b`, 'Pause');
  await expect(row(page, `${stem}-b`)).toContainText('Paused');
  await stands();
  await choose(page, `${stem}-b`, 'Resume from pause');
  await expect(row(page, `${stem}-b`)).toContainText('Active');
  await act(page, `${stem}-b`, 'Shut down');
  await expect(row(page, `${stem}-b`)).toContainText('Active: shutting down');
  await stands();

  await api.createServer(`${stem}-c-${'with-a-long-name-'.repeat(8)}`);
  await expect(table(page).getByRole('row')).toHaveCount(4);
  await stands();
  const made = table(page).getByRole('row').nth(3).getByRole('link');
  await expect(table(page).getByRole('row').nth(3)).toContainText('Active');
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
