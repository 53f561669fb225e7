/** What a page says in each of the nine languages. */
import type { Page } from '@playwright/test';
import { readNamespaces } from '../../tools/check/languages/catalog.ts';
import { expect } from './fixtures.ts';

export const LANGUAGES = ['ar', 'de', 'en', 'es', 'ja', 'pt', 'ru', 'tr', 'zh'];

/** Every key of the console's texts, as it would show where its text is missing. */
const KEYS = new Set(
  readNamespaces().flatMap(({ languages }) => [...(languages.get('en')?.keys() ?? [])].filter((key) => key.includes('.'))),
);

/** Reads in each language, by the keys that switch it on the page as it stands, and ends with the one where it began. */
export async function inEach<T>(page: Page, read: (language: string) => Promise<T>): Promise<T[]> {
  const html = page.locator('html');
  const said = new Map<string, T>();
  for (const _language of LANGUAGES) {
    const before = (await html.getAttribute('lang')) ?? '';
    said.set(before, await read(before));
    await page.keyboard.press('Control+l');
    await expect(html).not.toHaveAttribute('lang', before);
  }
  expect([...said.keys()].toSorted()).toEqual(LANGUAGES);
  return [...said.values()];
}

/** Chooses a language by its code on the page of the sign-in, where no keys switch it. */
export async function chooseAtSignIn(page: Page, language: string): Promise<void> {
  const html = page.locator('html');
  if ((await html.getAttribute('lang')) === language) return;
  await page.locator('.gantry-login header').getByRole('button').last().click();
  await page.locator(`[role=menuitemradio][lang=${language}], [role=menuitemradio] [lang=${language}]`).click();
  await expect(html).toHaveAttribute('lang', language);
}

/** None is a key, and each is said in another way in nearly every language: some take a word from another one. */
export function expectTranslated(of: string, said: readonly string[]): void {
  expect([of, said.filter((text) => text === '' || KEYS.has(text.replace(/^\w+:(?=\w)/, '')))]).toEqual([of, []]);
  expect(new Set(said).size, `${of}: ${said.join(', ')}`).toBeGreaterThanOrEqual(6);
}
