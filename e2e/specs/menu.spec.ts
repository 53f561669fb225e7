/** The menu beside the page: groups that fold, that fly out of the narrow menu by the keyboard and under the pointer, and the drawer of a phone. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { to } from '../support/to.ts';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const group = (page: Page, name: string) => menu(page).getByRole('button', { name });
const entry = (page: Page, name: string) => menu(page).getByRole('link', { name });

test('a group of the menu folds and stays so after a reload, the page that is gone to opens its own, and the overview stands alone [menu.normal-monitoring]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/instances', own: true });
  await expect(entry(page, 'Overview')).toHaveAttribute('href', '/monitoring');
  await group(page, 'Network').focus();
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Routers')).toBeHidden();
  await expect(group(page, 'Network')).toHaveAttribute('aria-expanded', 'false');
  await page.reload();
  await expect(entry(page, 'Images')).toBeVisible();
  await expect(entry(page, 'Routers')).toBeHidden();
  await to(page, '/compute/routers');
  await expect(entry(page, 'Routers')).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
});

test('a group of the menu of 64 pixels flies out by the keyboard, and Escape brings back to its icon [shell.side-menu-width]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/instances', own: true });
  await menu(page).getByRole('button', { name: 'Collapse the menu' }).click();
  await expect(menu(page)).toHaveCSS('width', '64px');
  await group(page, 'Storage').focus();
  await page.keyboard.press('Enter');
  await expect(entry(page, 'Volumes')).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(entry(page, 'Volumes')).toBeHidden();
  await expect(group(page, 'Storage')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await expect(entry(page, 'Object storage')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/s3-storage\/buckets$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(entry(page, 'Object storage')).toBeHidden();
});

test('a group of the menu of 64 pixels flies out under the pointer, stays on the way to its entries, and closes once the pointer is elsewhere', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/instances', own: true });
  await menu(page).getByRole('button', { name: 'Collapse the menu' }).click();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(entry(page, 'Volumes')).toBeHidden();
  await group(page, 'Storage').hover();
  await expect(entry(page, 'Volumes')).toBeVisible();
  await expect(group(page, 'Storage')).toHaveAttribute('aria-expanded', 'true');
  await entry(page, 'Object storage').hover();
  await expect(entry(page, 'Volumes')).toBeVisible();
  await group(page, 'Network').hover();
  await expect(entry(page, 'Routers')).toBeVisible();
  await expect(entry(page, 'Volumes')).toBeHidden();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect(entry(page, 'Routers')).toBeHidden();
  await expect(group(page, 'Network')).toHaveAttribute('aria-expanded', 'false');
});

test('on a phone the menu is a drawer, in which groups fold as well', async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/instances', own: true, viewport: { width: 390, height: 844 } });
  await page.getByRole('button', { name: 'Main menu' }).press('Enter');
  await expect(entry(page, 'Overview')).toBeFocused();
  await group(page, 'Compute').press('Enter');
  await expect(entry(page, 'Images')).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Main menu' })).toBeFocused();
});
