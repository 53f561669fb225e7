import { expect, type Locator, type Page } from '@playwright/test';
import type { Cloud } from './clouds.ts';

/** The list of servers. */
export const table = (page: Page): Locator => page.getByRole('grid', { name: 'Virtual machines' });

/** The row of a server. */
export const row = (page: Page, name: string): Locator =>
  table(page)
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });

/** What the list says about which rows it shows: `1–20 of 55`. */
export const pager = (page: Page): Locator => page.getByRole('navigation', { name: 'Pages' });

/** Opens the menu of a row. */
export async function openActions(page: Page, name: string): Promise<Locator> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .click();
  const menu = page.getByRole('menu').last();
  await expect(menu).toBeVisible();
  return menu;
}

/** Chooses an action of the menu of a row: one that asks nothing is done by it. */
export async function choose(page: Page, name: string, action: string): Promise<void> {
  await pick(page, await openActions(page, name), action);
}

/** Chooses an action of the open menu. */
export const pick = async (page: Page, menu: Locator, action: string): Promise<void> => (await find(page, menu, action)).click();

/** Opens the group of the open menu in which an action is, and returns its line. */
export async function find(page: Page, menu: Locator, action: string): Promise<Locator> {
  // By its text alone: the name of one that is off says why, too.
  const text = page.locator('.pf-v6-c-menu__item-text').and(page.getByText(action, { exact: true }));
  const line = menu.getByRole('menuitem').and(page.locator(':not([data-group])')).filter({ has: text });
  const back = menu.getByRole('menuitem', { name: /^Back from: / });
  const groups = await menu.locator('[data-group]').evaluateAll((lines) => lines.map((one) => one.getAttribute('data-group') ?? ''));
  for (const group of groups) {
    if ((await line.count()) > 0) break;
    await menu.locator(`[data-group="${group}"]`).click();
    await expect(back).toBeVisible();
    // Every group is left again: what comes only in a moment, comes at the top.
    if ((await line.count()) === 0) await back.click();
  }
  return line;
}

/** An action as a menu shows it. */
export interface Offered {
  name: string;
  /** It cannot be taken now. */
  isOff: boolean;
}

/** All actions of the open menu, those of its groups as well. */
export async function offered(menu: Locator): Promise<Offered[]> {
  const lines = menu.getByRole('menuitem').and(menu.page().locator(':not([data-group]):not([aria-label])'));
  const all = (): Promise<Offered[]> =>
    lines.evaluateAll((found) =>
      found.map((line) => ({
        name: (line.querySelector<HTMLElement>('.pf-v6-c-menu__item-text')?.innerText ?? '').trim(),
        isOff: line.getAttribute('aria-disabled') === 'true',
      })),
    );
  const offers = await all();
  const back = menu.getByRole('menuitem', { name: /^Back from: / });
  for (const group of await menu.locator('[data-group]').evaluateAll((found) => found.map((one) => one.getAttribute('data-group')))) {
    await menu.locator(`[data-group="${group}"]`).click();
    await expect(back).toBeVisible();
    offers.push(...(await all()));
    await back.click();
    // By then Escape closes the menu.
    await expect(menu.locator(`[data-group="${group}"]`)).toBeFocused();
  }
  return offers;
}

/** Names of all actions of the open menu. */
export const actionNames = async (menu: Locator): Promise<string[]> => (await offered(menu)).map(({ name }) => name);

/** Types what a confirmation wants to have typed, where data is lost. */
export async function typePhrase(dialog: Locator): Promise<void> {
  const box = dialog.getByRole('textbox', { name: /^To confirm, type: / });
  if ((await box.count()) > 0) await box.fill((await dialog.getByText('To confirm, type: ').innerText()).replace('To confirm, type: ', ''));
}

/** Types what a confirmation wants to have typed, and confirms. */
export async function confirmed(dialog: Locator, action: string): Promise<void> {
  await typePhrase(dialog);
  await dialog.getByRole('button', { name: action, exact: true }).click();
}

/** Does an action of the menu of a row, and confirms it. */
export async function act(page: Page, name: string, action: string): Promise<void> {
  await choose(page, name, action);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await confirmed(dialog, action);
  await expect(dialog).toBeHidden();
}

/** Gives a server another name, by the menu of its row. */
export async function rename(page: Page, name: string, next: string): Promise<void> {
  await choose(page, name, 'Rename');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(next);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog).toBeHidden();
}

/** Narrows the list to the names that hold a text. */
export async function search(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Name, IP address or ID' }).fill(text);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL((url) => url.searchParams.get('search') === text);
}

/** What is open of a section of the form for new servers. */
export const sectionOf = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** What a section of the form for new servers says of itself, also while it is closed. */
export const partOf = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Settings of the virtual machine' }).getByRole('listitem').filter({ hasText: name });

/** Opens a section of the form for new servers, does something in it, and closes it. */
export async function inSection(page: Page, name: string, work: (section: Locator) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(Choose|Change): ${name}$`) }).click();
  await work(sectionOf(page, name));
  await page.getByRole('button', { name: `Done: ${name}` }).click();
  await expect(sectionOf(page, name)).toBeHidden();
}

/** Creates a server by the form, of the usual kind. `more`: what else is chosen. */
export async function create(page: Page, kind: Cloud['server'], name: string, more?: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Create virtual machine', exact: true }).click();
  await fillServer(page, kind, name);
  await more?.();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Virtual machines' }).click();
  await expect(page).toHaveURL(/\/compute\/instances(\?|$)/);
}

/** Fills what has to be filled, without sending it. */
export async function fillServer(page: Page, { image, flavor, network }: Cloud['server'], name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await inSection(page, 'Boot source', (window) =>
    window.getByRole('radiogroup', { name: 'Image' }).getByRole('radio', { name: image }).check(),
  );
  await inSection(page, 'Flavor', (window) => window.getByRole('radio', { name: flavor }).check());
  await inSection(page, 'Networks', async (section) => {
    const networks = section.getByRole('group', { name: 'Networks' });
    await networks.getByRole('checkbox', { name: network }).check();
    // One is chosen from the beginning, which may be another one.
    const chosen = await networks
      .getByRole('checkbox', { checked: true })
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ''));
    for (const name of chosen.filter((one) => !one.includes(network)))
      await networks.getByRole('checkbox', { name, exact: true }).uncheck();
  });
}
