import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { PASSWORD, people } from '../support/people.ts';
import { row, table } from '../support/servers.ts';

/** Presses Tab until something with this role and name has the focus. */
async function tabTo(page: Page, role: 'button' | 'link' | 'textbox' | 'checkbox' | 'radio', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) }).first();
  await target.waitFor();
  for (let presses = 0; presses < 150; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to the ${role} ${String(name)}`);
}

test('from sign-in to a created and deleted server without a mouse', async ({ visit }) => {
  const name = `keys-${Date.now()}`;
  const page = await visit('/login');
  await tabTo(page, 'textbox', 'Domain');
  await page.keyboard.type(people.member.domain);
  await tabTo(page, 'textbox', 'User name');
  await page.keyboard.type(people.member.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(table(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await tabTo(page, 'button', 'Create virtual machine');
  await page.keyboard.press('Enter');
  await tabTo(page, 'textbox', 'Name');
  await page.keyboard.type(name);
  const image = page.getByRole('radiogroup', { name: 'Image' }).getByRole('radio').first();
  await tabTo(page, 'radio', (await image.getAttribute('aria-label')) ?? /.+/);
  await page.keyboard.press('Space');
  await expect(image).toBeChecked();
  await tabTo(page, 'radio', 'tiny');
  await page.keyboard.press('ArrowDown');
  await tabTo(page, 'checkbox', /private/);
  await page.keyboard.press('Space');
  await tabTo(page, 'button', 'Create');
  await page.keyboard.press('Enter');
  await expect(row(page, name)).toContainText('Active');
  await tabTo(page, 'button', `Actions for ${name}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').last()).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(row(page, name)).toBeHidden();
});
