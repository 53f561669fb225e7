/** What the console asks for before its first page, and what that page does where the answers are late, missing, or say no. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { startProduct, type RunningProduct } from '../../tools/lib/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { signIn } from '../support/people.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('no page shows before the languages have come; without their list, or that of the features, the console starts all the same and logs it once [i18n.before-navigation, err.language-list, err.features-missing]', async ({
  as,
  complaints,
  people,
  wire,
}) => {
  complaints.expect(/status of (404|500)/);
  complaints.expect(/could not be loaded/);
  const come = wire.hold(/^GET \/api\/v2\/settings\/locales/);
  const page = await as(people.member, { path: '/compute/ssh-keys', locale: 'de-DE', wire });
  await expect.poll(() => wire.asked).toContainEqual(expect.stringMatching(/^GET \/api\/v2\/compute\/key_pairs/));
  await expect.poll(() => wire.asked).toContainEqual(expect.stringMatching(/^GET \/api\/v2\/meta/));
  expect(await page.locator('body').innerText()).toBe('');
  come();
  await expect(heading(page, 'SSH-Schlüssel')).toBeVisible();
  // Read last of all: a page that still waits for the features would log that it lacks them, too.
  const isAnswered = () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/features.json'));
  await expect.poll(() => page.evaluate(isAnswered)).toBe(true);

  const logged: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && logged.push(message.text())));
  const count = (text: string) => logged.filter((line) => line.includes(text)).length;
  wire.fail(/^GET \/api\/v2\/settings\/locales/, 500);
  wire.fail(/^GET \/features\.json/, 404);
  await page.reload();
  await expect(heading(page, 'SSH-Schlüssel')).toBeVisible();
  await expect.poll(() => count('The list of features could not be loaded')).toBe(1);
  expect(count('The list of languages could not be loaded')).toBe(1);
  // What needs the features looks as if all were off.
  await page.getByRole('button', { name: /^Benachrichtigungen/ }).click();
  await expect(page.getByRole('tab')).toHaveCount(2);
  expect(count('The list of features could not be loaded')).toBe(1);
});

test('?locale= on any address chooses the language, and the choice is kept in one cookie for ten years, for secure connections of this site only [const.language-cookie, choice.language-cookie-name]', async ({
  as,
  people,
  product,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  await expect(heading(page, 'SSH keys')).toBeVisible();
  await page.addInitScript(() => {
    const { get, set } = Object.getOwnPropertyDescriptor(Document.prototype, 'cookie')!;
    const written: string[] = [];
    Object.assign(window, { written });
    Object.defineProperty(document, 'cookie', {
      get: () => get!.call(document) as string,
      set: (text: string) => {
        written.push(text);
        set!.call(document, text);
      },
    });
  });
  const written = () => page.evaluate(() => Reflect.get(window, 'written') as string[]);
  for (const [path, locale] of [
    ['/compute/ssh-keys', 'de'],
    ['/tasks', 'tr'],
    ['/error403', 'ja'],
    ['/login', 'ar'],
  ] as const) {
    await page.goto(`${product.selfService}${path}?locale=${locale}`);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await written()).toEqual([expect.stringMatching(new RegExp(`^gantry_language=${locale};`))]);
  }
  const [text = ''] = await written();
  expect(text.split('; ').slice(1).toSorted()).toEqual(['Max-Age=315360000', 'Path=/', 'SameSite=Strict', 'Secure']);
  const cookies = (await page.context().cookies()).filter(({ value }) => value === 'ar');
  expect(cookies).toMatchObject([{ name: 'gantry_language', secure: true, sameSite: 'Strict' }]);
  // Browsers keep nothing for longer than 400 days.
  expect(cookies[0]!.expires).toBeGreaterThan(Date.now() / 1000 + 399 * 86_400);
});

test.describe('where the installation says so', () => {
  let product: RunningProduct;
  let data: string;
  test.beforeAll(async ({ cloud }) => {
    data = mkdtempSync(join(tmpdir(), 'gantry-e2e-first-'));
    product = await startProduct(data, {
      GANTRY_LOG_LEVEL: 'warn',
      ...cloud.settings,
      GANTRY_FEATURES: 'tasks-notifications',
      GANTRY_LANGUAGE_CHANGE: 'off',
    });
  });
  test.afterAll(async () => {
    await product.stop();
    rmSync(data, { recursive: true });
  });

  test('?locale= chooses nothing where languages are not to be chosen, and the console has the features of the list it asks for [i18n.query-locale, flags.file]', async ({
    as,
    open,
    people,
  }) => {
    const chosen = await as(people.member, { path: '/compute/ssh-keys?locale=de' });
    await expect(heading(chosen, 'SSH-Schlüssel')).toBeVisible();
    await chosen.getByRole('button', { name: /^Benachrichtigungen/ }).click();
    await expect(chosen.getByRole('tab')).toHaveCount(2);

    const page = await open({ locale: 'en-US' });
    // Read as it comes: what a page was told before it leads on is gone afterwards.
    const asked = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/features.json').then((answer) => answer.json());
    await signIn(page, product.selfService, people.member, '/compute/ssh-keys?locale=de');
    await expect(heading(page, 'SSH keys')).toBeVisible();
    await page.goto(`${product.selfService}/compute/ssh-keys?locale=de`);
    await expect(heading(page, 'SSH keys')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await page.evaluate(() => document.cookie)).not.toContain('gantry_language');
    expect(await asked).toMatchObject({ data: [{ id: 'tasks-notifications', enabled: true }] });
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await expect(page.getByRole('tab', { name: 'Tasks (0)' })).toBeVisible();
  });
});
