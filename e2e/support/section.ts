/** What people do with every noun that has a list, a form and a page of each thing. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible } from './fixtures.ts';
import { confirmed } from './servers.ts';

/** A noun as it stands on the screen, in English. */
export interface Section {
  /** Heading of the list and name of its table. */
  title: string;
  /** Button that leads to the form, and the one that sends it. */
  add: string;
  submit: string;
  /** What a new one needs beside its name. */
  fill(page: Page): Promise<void>;
}

const listed = (page: Page, { title }: Section, name: string) =>
  page.getByRole('grid', { name: title }).getByRole('link', { name, exact: true });

/** Fills the form for a new one and sends it. */
export async function send(page: Page, { fill, submit }: Section, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await fill(page);
  await page.getByRole('button', { name: submit, exact: true }).click();
}

/** From the list to the page of a new one. Judges each page on the way, and pictures the last two as `{shot}-add`, `{shot}-details`. */
export async function make(page: Page, section: Section, name: string, shot: string): Promise<void> {
  await expect(page.getByRole('heading', { name: section.title, exact: true, level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: section.add, exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: `reports/screenshots/${shot}-add.png` });
  await send(page, section, name);
  await listed(page, section, name).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: `reports/screenshots/${shot}-details.png` });
}

/** Sends the form; it is refused, in these words at one of its fields. */
export async function refused(page: Page, section: Section, name: string, words: string): Promise<void> {
  await send(page, section, name);
  await expect(page.getByText(words)).toBeVisible();
  await expectAccessible(page);
}

/** Deletes the one whose page is open. */
export async function remove(page: Page, name: string): Promise<void> {
  // Messages are closed by buttons that say what they are about, such as a deletion.
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await confirmed(page.getByRole('dialog'), 'Delete');
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
}
