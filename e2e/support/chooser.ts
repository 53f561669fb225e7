import { expect, type Locator, type Page } from '@playwright/test';

/** The button that says which project or scope is entered. */
export const chooser = (page: Page): Locator => page.getByRole('banner').getByRole('button', { name: /^Project: / });

/** Opens the list of projects. */
export async function openChooser(page: Page): Promise<Locator> {
  await chooser(page).click();
  const menu = page.getByRole('menu');
  await expect(menu).toBeVisible();
  return menu;
}

/** Chooses a project, without waiting for what follows. */
export async function choose(page: Page, name: string): Promise<void> {
  await (await openChooser(page)).getByRole('menuitem', { name }).click();
}
