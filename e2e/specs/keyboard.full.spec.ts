import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { row, sectionOf, table } from '../support/servers.ts';

/** Presses Tab until one of the things that are meant has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.first().waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluateAll((elements) => elements.some((element) => element === document.activeElement))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

test('a server is created and deleted without a mouse, from the sign-in on', async ({ visit, people }) => {
  const name = `keys-${Date.now()}`;
  const page = await visit('/login');
  const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  await tabTo(page, field('Domain'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(people.member.domain);
  await tabTo(page, field('User name'));
  await page.keyboard.type(people.member.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(people.member.password);
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Virtual machines' }));
  await page.keyboard.press('Enter');
  await expect(table(page)).toBeVisible();
  await tabTo(page, button('Create virtual machine'));
  await page.keyboard.press('Enter');
  await tabTo(page, field('Name'));
  await page.keyboard.type(name);
  await tabTo(page, button('Change: Flavor'));
  await page.keyboard.press('Enter');
  const chosen = sectionOf(page, 'Flavor').getByRole('radio', { checked: true });
  await expect(chosen).toBeFocused();
  const before = await chosen.getAttribute('id');
  await page.keyboard.press('ArrowDown');
  await expect(chosen).not.toHaveAttribute('id', before ?? '');
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, button('Done: Flavor'));
  await page.keyboard.press('Enter');
  await expect(button('Change: Flavor')).toBeFocused();
  await tabTo(page, button('Create'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await tabTo(page, page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Virtual machines' }));
  await page.keyboard.press('Enter');
  await expect(row(page, name)).toContainText('Running');
  await tabTo(page, button(`Actions for ${name}`));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.type('del');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  // Its boot volume goes with it.
  await tabTo(page, dialog.getByRole('textbox', { name: `To confirm, type: ${name}` }));
  await page.keyboard.type(name);
  await page.keyboard.press('Enter');
  await expect(row(page, name)).toBeHidden();
});
