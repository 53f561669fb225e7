/** What people do with every noun that has a list, a form and a page of each thing. */
import type { Page, Response } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { press } from './head.ts';
import { confirmed } from './servers.ts';
import type { People } from './people.ts';

/** A noun as it stands on the screen, in English. */
export interface Section {
  /** Address of the list. */
  path: string;
  /** Heading of the list and name of its table. */
  title: string;
  /** Button that leads to the form, and the one that sends it. */
  add: string;
  submit: string;
  /** What a new one needs beside its name. */
  fill(page: Page): Promise<void>;
  /** What its page shows of that, or of what it has become. */
  shows: string;
  /** Heading of the form in Arabic. */
  arabic: string;
  /** Who may make one; absent: a member of the project. */
  who?: keyof People;
  /** It keeps its name. */
  fixed?: true;
  /** Its form leads back to the list: the rest of the work goes on behind it. */
  listed?: true;
  /** It is given no name: it goes by what the platform gives it. */
  nameless?: true;
}

/** Fills the form for a new one and sends it. */
export async function send(page: Page, { fill, submit, nameless }: Section, name: string): Promise<void> {
  if (!nameless) await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await fill(page);
  await page.getByRole('button', { name: submit, exact: true }).click();
}

/** Sends the form, which leads to the page of the new one. Returns what it is called. */
export async function make(page: Page, section: Section, name: string): Promise<string> {
  const isMade = (response: Response): boolean => response.request().method() === 'POST' && response.status() === 202;
  const made = section.nameless && page.waitForResponse(isMade);
  await send(page, section, name);
  if (!made) {
    if (section.listed) await page.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    return name;
  }
  const { id } = (await (await made).json()) as { id: string };
  await expect(page).toHaveURL((url) => url.pathname.endsWith(`/${id}`));
  // Until it has been read it is headed by what it is.
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText(/\d/);
  return (await title.innerText()).trim();
}

/** Gives the one whose page is open another name. */
async function rename(page: Page, name: string): Promise<void> {
  await press(page, 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

/** Opens the form in Arabic, on a narrow screen and in the dark: it fits, and reads from right to left. */
async function inArabic(page: Page, { path, arabic }: Section): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`${new URL(page.url()).origin}${path}/add?locale=ar`);
  await expect(page.getByRole('heading', { name: arabic, level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

/** Sends the form; it is refused, in these words at one of its fields. */
export async function refused(page: Page, section: Section, name: string, words: string): Promise<void> {
  await send(page, section, name);
  await expect(page.getByText(words)).toBeVisible();
  await expectAccessible(page);
}

/** Deletes the one whose page is open. */
export async function remove(page: Page, name: string): Promise<void> {
  // The page before may have such a button, too.
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible();
  await press(page, 'Delete');
  await confirmed(page.getByRole('dialog'), 'Delete');
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
}

/** The whole story of one of a noun: from the list over the form to its page, another name, its end, and the form in Arabic. Judges each page. */
export async function walk(page: Page, section: Section, name: string): Promise<void> {
  const { title, add, submit, shows, fixed } = section;
  await expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: add, exact: true }).click();
  await expect(page.getByRole('button', { name: submit, exact: true })).toBeVisible();
  await expectAccessible(page);
  const called = await make(page, section, name);
  await expect(page.getByRole('main').getByText(shows, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  const last = fixed ? called : `${called}-b`;
  if (!fixed) await rename(page, last);
  await remove(page, last);
  await inArabic(page, section);
}
