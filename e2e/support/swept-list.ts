/** A list whose things offer actions: its rows, what they offer, and whether it shows what a reload shows. */
import { isDeepStrictEqual } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures.ts';
import { find, offered, type Offered } from './servers.ts';
import { to } from './to.ts';

/** Two pages of the same person. */
export interface Pages {
  page: Page;
  /** Loads the list anew. */
  fresh: Page;
}

/** Where a thing is listed. */
export interface Listed {
  /** Address of the list, as narrow as it can be. */
  at: string;
  /** Name of the row while the thing is new; absent: it is the only one. */
  name?: string;
}

/** A thing as its list shows it. */
export interface Thing {
  id: string;
  /** Address of the list. */
  at: string;
}

/** Stands before the name of an action of the bar below a list with chosen rows. */
const SEVERAL = 'Several: ';

/** The browser does these itself: they ask nothing of the platform, or open a window. */
const OF_BROWSER = /^(Copy: .*|Download|Open console)$/;

const ROW = 'tr[data-id]';

/** Finds a new thing in its list, which is loaded anew: of some new things no event tells. */
export async function thingOf({ page }: Pages, { at, name }: Listed): Promise<Thing> {
  await page.goto(new URL(at, page.url()).href);
  const rows = page.locator(ROW);
  const menu = page.getByRole('button', { name: `Actions for ${name}`, exact: true });
  const id = await (name === undefined ? rows : rows.filter({ has: menu })).getAttribute('data-id');
  return { id: id ?? '', at };
}

/** Goes to the row of a thing, which may be gone. */
async function rowOf({ page }: Pages, { id, at }: Thing): Promise<Locator> {
  await to(page, at);
  await rowsOf(page);
  return page.locator(`tr[data-id="${id}"]`);
}

/** Opens the menu of a row. */
async function menuOf(row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^Actions for / }).click();
  const menu = row.page().getByRole('menu').last();
  await expect(menu).toBeVisible();
  return menu;
}

/** Buttons of the bar, once a row is chosen. */
async function barOf(row: Locator): Promise<Locator> {
  await row.getByRole('checkbox').check();
  return row.page().getByRole('toolbar', { name: 'Actions for the selected rows' }).locator('.pf-m-secondary');
}

/** All actions that a thing offers, and whether they are off; none where it is gone. */
export async function offersOf(pages: Pages, thing: Thing): Promise<Offered[]> {
  const row = await rowOf(pages, thing);
  if ((await row.count()) === 0) return [];
  const single = await offered(await menuOf(row));
  await pages.page.keyboard.press('Escape');
  const several = (await row.getByRole('checkbox').count()) === 0 ? [] : await (await barOf(row)).all();
  const ofBar = several.map(async (button) => ({
    name: `${SEVERAL}${(await button.innerText()).trim()}`,
    isOff: (await button.getAttribute('aria-disabled')) === 'true',
  }));
  return [...single, ...(await Promise.all(ofBar))].filter(({ name }) => !OF_BROWSER.test(name));
}

/** The line or the button of an action of a thing. */
export async function lineOf(pages: Pages, thing: Thing, action: string): Promise<Locator> {
  const row = await rowOf(pages, thing);
  if (!action.startsWith(SEVERAL)) return find(pages.page, await menuOf(row), action);
  return (await barOf(row)).filter({ has: pages.page.getByText(action.slice(SEVERAL.length), { exact: true }) });
}

/** Runs in the page: texts of rows without what is measured, which moves by itself. */
const settledTexts = (rows: (HTMLElement | SVGElement)[]): string[] => {
  const settled = ':scope > td:not([data-label="Used"], [data-label="CPU usage"], [data-label="RAM usage"])';
  return rows.map((row) => [...row.querySelectorAll<HTMLElement>(settled)].map((cell) => cell.innerText.trim()).join(' | '));
};

/** All rows of the list as it stands. */
async function rowsOf(page: Page): Promise<string[]> {
  const rows = page.locator(ROW);
  await expect(rows.or(page.locator('.gantry-list-none')).or(page.getByText('No matches')).first()).toBeVisible();
  // How long ago something was changes each minute.
  return (await rows.evaluateAll(settledTexts)).map((row) => row.replaceAll(/\bnow\b|\d+ (sec|min)\. ago/g, '…'));
}

/** Compares the list as it stands with the list as it is loaded anew. Throws both where they differ. */
export async function compare({ page, fresh }: Pages): Promise<void> {
  await fresh.goto(page.url());
  const difference = async () => {
    const [stands, loaded] = await Promise.all([rowsOf(page), rowsOf(fresh)]);
    return isDeepStrictEqual(stands, loaded) ? 'none' : { stands, loaded };
  };
  await expect.poll(difference).toBe('none');
}
