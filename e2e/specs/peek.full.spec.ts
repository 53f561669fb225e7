import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { row, table } from '../support/servers.ts';

test('a row is shown beside the list with what can be done to it, by mouse, keys and address, and opens its page on a phone', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/instances?sort=name:asc' });
  const line = (index: number) => table(page).getByRole('row').nth(index);
  const nameOf = async (index: number) => (await line(index).getByRole('link').first().innerText()).trim();
  const pane = page.getByRole('complementary').filter({ has: page.getByRole('heading', { level: 2 }) });
  await expect(line(2)).toBeVisible();
  const [first, second] = [await nameOf(1), await nameOf(2)];
  const before = await line(2).boundingBox();

  await line(2).getByRole('gridcell').nth(2).click();
  await expect(pane).toHaveAccessibleName(second);
  await expect(pane).toContainText('Flavor');
  await expect(pane.getByRole('button', { name: `Actions for ${second}` })).toBeVisible();
  // The rows stay at their height.
  expect((await line(2).boundingBox())?.y).toBe(before?.y);
  await expectAccessible(page);
  await page.reload();
  await expect(pane).toHaveAccessibleName(second);

  await page.keyboard.press('k');
  await expect(pane).toHaveAccessibleName(first);
  await expect(line(1)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(pane).toBeHidden();
  await page.keyboard.press('Space');
  await expect(pane).toHaveAccessibleName(first);
  await page.keyboard.press('Escape');
  await expect(pane).toBeHidden();
  await expect(line(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();

  await page.goBack();
  await page.setViewportSize({ width: 390, height: 800 });
  await row(page, second).getByRole('gridcell').nth(2).click();
  await expect(page.getByRole('heading', { level: 1, name: second })).toBeVisible();
});
