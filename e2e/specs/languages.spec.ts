import type { Locator, Page } from '@playwright/test';
import { readNamespaces } from '../../tools/check/languages/catalog.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { signIn, type Person } from '../support/people.ts';
import { openProduct } from '../support/product.ts';
import { table } from '../support/servers.ts';
import { inEach } from '../support/languages.ts';
import { to } from '../support/to.ts';

/** The choice of languages: its name ends with that of the language that shows. */
const language = (page: Page): Locator =>
  page.getByRole('banner').getByRole('button', { name: /(العربية|Deutsch|English|Español|日本語|Português|Русский|Türkçe|中文)$/ });

async function chooseLanguage(page: Page, locale: string): Promise<void> {
  await language(page).click();
  await page.locator(`[role=menuitemradio][lang=${locale}]`).click();
}

/** Every key of the console's texts, as it would show where its text is missing: `list.title`. */
const KEYS = readNamespaces().flatMap(({ languages }) => [...(languages.get('en')?.keys() ?? [])].filter((key) => key.includes('.')));

test('a fresh browser of a language the console does not speak sees English [i18n.default-en]', async ({ visit }) => {
  const page = await visit('/login', { locale: 'sv-SE' });
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
});

test('a fresh browser of a language the console speaks sees its own', { tag: '@full' }, async ({ visit }) => {
  const page = await visit('/login', { locale: 'de-AT' });
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.getByRole('button', { name: 'Anmelden', exact: true })).toBeVisible();
});

test('Arabic runs from right to left, menu and table included', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  await chooseLanguage(page, 'ar');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(page.getByRole('grid').getByRole('row').nth(5)).toBeVisible();
  const rightEdge = async () => {
    const menu = await page.getByRole('navigation').first().boundingBox();
    return (menu?.x ?? 0) + (menu?.width ?? 0);
  };
  await expect.poll(rightEdge).toBeGreaterThan(1400);
  await expectAccessible(page);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
});

test('nine languages can be chosen, and none shows a raw key [i18n.nine-languages]', async ({ as, people }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  await language(page).click();
  const locales = await page.getByRole('menuitemradio').evaluateAll((options) => options.map((option) => (option as HTMLElement).lang));
  await page.keyboard.press('Escape');
  expect(locales.toSorted()).toEqual(['ar', 'de', 'en', 'es', 'ja', 'pt', 'ru', 'tr', 'zh']);
  expect(KEYS).toContain('list.empty-title');
  const read = async (locale: string): Promise<string> => {
    const words = new Set((await page.locator('body').innerText()).split(/\s+/).map((word) => word.replace(/^\w+:(?=\w)/, '')));
    const raw = [KEYS.filter((key) => words.has(key)), [...words].filter((word) => /\{\{|\}\}/.test(word))];
    expect([page.url(), locale, ...raw]).toEqual([page.url(), locale, [], []]);
    return page.getByRole('heading', { level: 1 }).innerText();
  };
  const titles = new Set<string>();
  for (const locale of locales) {
    await chooseLanguage(page, locale);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    titles.add(await read(locale));
  }
  expect(titles.size).toBe(9);
  for (const path of ['/compute/instances/add', '/compute/ssh-keys', '/compute/volume-snapshots', '/tasks']) {
    await to(page, path);
    expect([path, new Set(await inEach(page, read)).size]).toEqual([path, 9]);
  }
});

/** Opens the dialog for the language of the menu of the user. */
async function openDialog(page: Page, { name }: Person): Promise<Locator> {
  await page.getByRole('button', { name: `User menu of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Change language' }).click();
  return page.getByRole('dialog', { name: 'Change language' });
}

test('the menu of the user opens a dialog that changes the language [dialog.change-language]', async ({ as, people }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  const dialog = await openDialog(page, people.member);
  await expect(dialog.getByRole('radio')).toHaveCount(9);
  await expect(dialog.getByRole('radio', { name: 'English', exact: true })).toBeChecked();
  await expectAccessible(page);
  await dialog.getByRole('radio', { name: 'Deutsch (German)' }).check();
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Virtuelle Maschinen', level: 1 })).toBeVisible();
});

test('a language whose texts cannot be read is told in the dialog, which stays, and the page keeps its own [err.language-dialog]', async ({
  as,
  people,
  complaints,
}) => {
  complaints.expect(/ERR_FAILED/);
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  await page.route(/\/assets\/(.*-)?de-[^/]*\.js$/, (route) => route.abort());
  const dialog = await openDialog(page, people.member);
  await dialog.getByRole('radio', { name: 'Deutsch (German)' }).check();
  await dialog.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(dialog).toContainText('The language could not be changed');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await expect(dialog.getByRole('radio', { name: 'Deutsch (German)' })).toBeChecked();
});

test('where languages cannot be changed, neither the menu of the user nor the header offers it [usermenu.language-item]', async ({
  open,
  cloud,
  people,
}) => {
  const product = await openProduct(cloud, { GANTRY_LANGUAGE_CHANGE: 'off' });
  const page = await open();
  await signIn(page, product.selfService, people.member, '/compute/ssh-keys');
  await page.getByRole('button', { name: `User menu of ${people.member.name}` }).click();
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Change language' })).toHaveCount(0);
  await expect(language(page)).toHaveCount(0);
  await page.close();
  await product.close();
});

test('the dark theme covers the page, keeps its contrast, and stays', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  const brightness = () =>
    page.evaluate(() => {
      const [red = 0, green = 0, blue = 0] = (getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number);
      return (red + green + blue) / 3;
    });
  await expect.poll(brightness).toBeGreaterThan(200);
  await page.getByRole('button', { name: 'Theme: System' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect.poll(brightness).toBeLessThan(80);
  await expectAccessible(page);
  await page.reload();
  await expect(table(page)).toBeVisible();
  await expect.poll(brightness).toBeLessThan(80);
});
