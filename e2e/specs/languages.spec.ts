import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { people } from '../support/people.ts';
import { table } from '../support/servers.ts';

const shots = 'reports/screenshots';

test('a fresh browser sees English, whatever it prefers [i18n.default-en]', async ({ visit }) => {
  const page = await visit('/login', { locale: 'de-DE' });
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.screenshot({ path: `${shots}/sign-in.png` });
});

test('Arabic runs from right to left, menu and table included', async ({ as }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  await page.screenshot({ path: `${shots}/list-english.png` });
  await page.getByRole('button', { name: /^Language: / }).click();
  await page.getByRole('menuitem', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  const menu = await page.getByRole('navigation').first().boundingBox();
  expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeGreaterThan(1400);
  await expectAccessible(page);
  await page.screenshot({ path: `${shots}/list-arabic.png` });
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('nine languages can be chosen, and none shows a raw key [i18n.nine-languages]', async ({ as }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  const button = page
    .getByRole('banner')
    .getByRole('button')
    .and(page.getByLabel(/English|Deutsch|Español|Português|Русский|Türkçe|العربية|中文|日本語/));
  await button.click();
  const names = await page.getByRole('menuitem').allTextContents();
  expect(names).toHaveLength(9);
  const titles = new Set<string>();
  for (const name of names) {
    if (!(await page.getByRole('menuitem', { name }).isVisible())) await button.click();
    await page.getByRole('menuitem', { name, exact: true }).click();
    await expect(button).toHaveAccessibleName(new RegExp(name));
    await expect(page.getByRole('grid').getByRole('row').nth(1)).toBeVisible();
    titles.add(await page.getByRole('heading', { level: 1 }).innerText());
    const text = await page.locator('body').innerText();
    expect(text.match(/\b(servers|shell|ui|menu):[a-z][\w.-]+|\{\{\w+\}\}/g), name).toBeNull();
  }
  expect(titles.size).toBeGreaterThanOrEqual(8);
});

test('the dark theme covers the page, keeps its contrast, and stays', async ({ as }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  const brightness = () =>
    page.evaluate(() => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number);
      return (red + green + blue) / 3;
    });
  expect(await brightness()).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Switch to the dark theme' }).click();
  await expect.poll(brightness).toBeLessThan(80);
  await expectAccessible(page);
  await page.screenshot({ path: `${shots}/list-dark.png` });
  await page.reload();
  await expect(table(page)).toBeVisible();
  expect(await brightness()).toBeLessThan(80);
});
