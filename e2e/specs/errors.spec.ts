/** The pages of errors, and what the console does when its server is being reconfigured or gives wrong answers. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { chooseAtSignIn } from '../support/languages.ts';
import { table } from '../support/servers.ts';
import { to } from '../support/to.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Addresses of pages that say what went wrong. */
const PAGES = ['/error', '/error403', '/error404', '/error500', '/error503', '/error-service-disabled', '/no-service'];

/** What the server tells of a reconfiguration. */
const stateOf = async (origin: string) => (await fetch(`${origin}/config.json`)).headers.get('x-reconfiguration-state');

test('the pages of errors that are for everybody show without a session [route.error, route.error503, route.error-service-disabled, route.void]', async ({
  visit,
}) => {
  const page = await visit('/error');
  const words = {
    '/error': 'Something went wrong',
    '/error503': 'The service is busy',
    '/error-service-disabled': 'This service is disabled',
  };
  for (const [path, title] of Object.entries(words)) {
    await to(page, path);
    await expect(heading(page)).toHaveText(title);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expectAccessible(page);
  }
  await to(page, '/void');
  await expect(page).toHaveTitle('Blank page - Gantry');
  await expect(page).toHaveURL(/\/void$/);
  expect(await page.getByRole('main').innerText()).toBe('');
});

test('each page of an error says what is wrong in words of the nine languages [choice.error-page-wording]', async ({ visit, product }) => {
  const announced = join(product.data, 'reconfiguring');
  writeFileSync(announced, '');
  const said = new Map<string, string[]>();
  const titles: string[] = [];
  try {
    await expect.poll(() => stateOf(product.selfService)).toBe('running');
    const page = await visit('/login?locale=en');
    await expect(page).toHaveURL(/\/service-unavailable$/);
    for (const language of ['en', 'de', 'es', 'pt', 'ru', 'tr', 'ja', 'zh', 'ar']) {
      await to(page, '/login');
      await chooseAtSignIn(page, language);
      await to(page, '/service-unavailable');
      await expect(page).toHaveTitle(/ - Gantry$/);
      titles.push(await page.title());
      const words: string[] = [];
      for (const path of ['/service-unavailable', ...PAGES]) {
        await to(page, path);
        const title = heading(page);
        await (words.length === 0 ? expect(title).toBeVisible() : expect(title).not.toHaveText(words.at(-2)!));
        words.push(await title.innerText(), await page.getByRole('main').getByRole('paragraph').first().innerText());
      }
      for (const word of words) expect(word, language).toMatch(/^(?![\w:-]+\.[\w.]+$).{3,}/);
      said.set(language, words);
    }
  } finally {
    rmSync(announced);
  }
  await expect.poll(() => stateOf(product.selfService)).toBeNull();
  expect(new Set(titles).size, titles.join()).toBe(9);
  for (const [language, words] of said) {
    expect(new Set(words).size, language).toBe(words.length);
    // In other words than in English.
    if (language !== 'en') for (const word of words) expect(said.get('en'), language).not.toContain(word);
  }
});

test('while the platform is reconfigured each answer leads to the page that says so, without a session too, and it goes back by itself [errors.reconfiguration-header, route.service-unavailable]', async ({
  as,
  visit,
  people,
  product,
  complaints,
}) => {
  complaints.expect(/status of 401/);
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible();
  const stranger = await visit('/login/acme');
  await expect(stranger.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  const announced = join(product.data, 'reconfiguring');
  writeFileSync(announced, 'running\n');
  try {
    await expect.poll(() => stateOf(product.selfService)).toBe('running');
    // The page itself may have asked for something already.
    const networks = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Networks' });
    await expect(async () => {
      if (!page.url().endsWith('/service-unavailable')) await networks.click({ timeout: 1_000 });
      expect(page.url()).toMatch(/\/service-unavailable$/);
    }).toPass();
    await expect(heading(page)).toHaveText('The service is being reconfigured');
    await expectAccessible(page);
    // An answer that refuses says it as well.
    await stranger.getByRole('textbox', { name: 'User name' }).fill('nobody');
    await stranger.getByLabel('Password', { exact: true }).fill('wrong');
    await stranger.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(stranger).toHaveURL(/\/service-unavailable$/);
    await expect(heading(stranger)).toHaveText('The service is being reconfigured');
  } finally {
    rmSync(announced);
  }
  await expect(page.getByRole('heading', { level: 1, name: /^(Networks|SSH keys)$/ })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
});

test('without its rights the console says so with details and a way to load again, which leads on where they are answered [err.critical-data]', async ({
  as,
  people,
  wire,
  complaints,
}) => {
  complaints.expect(/status of 502/);
  const answeredAgain = wire.fail(/^GET \/api\/v2\/meta/, 502);
  const page = await as(people.member, { wire });
  const alert = page.getByRole('alert');
  await expect(alert.getByRole('heading', { level: 1 })).toHaveText('The console could not be loaded');
  await expect(alert).toContainText('Internal Server Error. Please contact your system administrator.');
  await expect(alert).toContainText('Details');
  // Where one is, and who one is, stays.
  await expect(page).toHaveURL(/\/compute\/instances$/);
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('Project acme-prod');
  await expect(banner.getByRole('button', { name: 'acme-member' })).toBeVisible();
  await expect(banner.getByRole('button', { name: 'Search and commands' })).toBeDisabled();
  await expectAccessible(page);
  answeredAgain();
  await alert.getByRole('button', { name: 'Reload' }).click();
  await expect(table(page)).toBeVisible();
});

test(
  'who is signed in and comes to a denied or an unknown address sees it, and goes on by search',
  { tag: '@full' },
  async ({ as, people, visit }) => {
    const page = await as(people.member, { path: '/projects/add' });
    const main = page.getByRole('main');
    await expect(page).toHaveURL(/\/error403$/);
    await expect(main).toContainText('Address: /projects/add');
    await page.goto(`${new URL(page.url()).origin}/no/such/page?of=ours`);
    await expect(heading(page)).toHaveText('This page does not exist');
    await expect(main).toContainText('Address: /no/such/page?of=ours');
    await expectAccessible(page);
    await main.getByRole('button', { name: 'Search and commands' }).click();
    await page.getByRole('combobox').fill('networks');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/networks$/);
    await expect(heading(page)).toHaveText('Networks');
    const stranger = await visit('/no/such/page');
    await expect(stranger.getByRole('main')).toContainText('Address: /no/such/page');
    await expect(stranger.getByRole('button', { name: 'Search and commands' })).toHaveCount(0);
  },
);
