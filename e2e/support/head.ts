import { expect, type Locator, type Page } from '@playwright/test';
import { find } from './servers.ts';

/** The head of the page of one thing: its name, its state, and what can be done to it. */
export const headOf = (page: Page): Locator => page.locator('.gantry-details-head');

/** An action in the head of a page: its button, or the line of its menu, which is opened for that. */
async function headAction(page: Page, action: string): Promise<Locator> {
  const button = headOf(page).getByRole('button', { name: action, exact: true });
  const menu = headOf(page).getByRole('button', { name: /^Actions for / });
  await expect(button.or(menu).first()).toBeVisible();
  if ((await button.count()) > 0) return button;
  await menu.click();
  const lines = page.getByRole('menu').last();
  await expect(lines.getByRole('menuitem').first()).toBeVisible();
  return find(page, lines, action);
}

/** An action of the thing that the page is about cannot be taken now; the page is left as it was. */
export async function expectOff(page: Page, action: string): Promise<void> {
  await expect(await headAction(page, action)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

/** Takes an action of the thing that the page is about. */
export const press = async (page: Page, action: string): Promise<void> => (await headAction(page, action)).click();
