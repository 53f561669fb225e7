/** Whether the shell can be used by keys, by ear, and on the smallest screens. */
import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { table } from '../support/servers.ts';

const LANGUAGES = ['de', 'es', 'pt', 'ru', 'tr', 'ja', 'zh', 'ar'];

/** Presses Tab until this has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(target)}`);
}

test('project chooser, notifications, theme, language and user menu are opened, used and left by keys alone', async ({ as, people }) => {
  // Somebody who has more than one scope to choose from.
  const page = await as(people.domainAdmin, { path: '/users' });
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  const button = (name: string | RegExp) => page.getByRole('banner').getByRole('button', { name });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();

  await tabTo(page, button(/^Project: /));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(/^Project: /)).toBeFocused();

  await tabTo(page, button(/^Notifications/));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(button(/^Notifications/)).toBeFocused();

  await tabTo(page, button(/^Theme: /));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitemradio', { checked: true })).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Escape');
  await expect(button(/^Theme: /)).toBeFocused();

  await tabTo(page, button(/^Language: /));
  await page.keyboard.press('Enter');
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).not.toHaveAttribute('lang', 'en');
  await page.keyboard.press('Control+Shift+L');
  // Until it has changed, the choice is still to be kept.
  await expect(page.locator('html')).toHaveAttribute('lang', 'tr');

  const user = page.getByRole('banner').getByRole('button').last();
  await tabTo(page, user);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(user).toBeFocused();
});

test('on a phone the menu keeps Tab inside and gives the focus back to its button', async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/ssh-keys', viewport: { width: 390, height: 844 } });
  const opener = page.getByRole('banner').getByRole('button', { name: 'Main menu' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await expect(menu.getByRole('link').first()).toBeFocused();
  // Groups are folded by buttons.
  const stops = await menu.getByRole('link').or(menu.getByRole('button')).count();
  for (let presses = 0; presses < stops; presses += 1) {
    await page.keyboard.press('Tab');
    await expect(menu.locator(':focus')).toHaveCount(1);
  }
  await expect(menu.getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(opener).toBeFocused();
});

/** What a screen reader calls the controls of the shell. */
const namesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const controls = [...document.querySelectorAll('header :is(button, a), nav, nav button, .gantry-skip')];
    return controls.map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '');
  });

test('what a screen reader calls the controls of the shell is in the language that is chosen', async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/ssh-keys?locale=en' });
  const bell = page.locator('.gantry-bell');
  await expect(bell).toBeVisible();
  const english = await namesOf(page);
  expect(english.length).toBeGreaterThan(8);
  expect(english.every((name) => name.trim() !== '')).toBe(true);
  for (const language of LANGUAGES) {
    await page.goto(`${new URL(page.url()).origin}/compute/ssh-keys?locale=${language}`);
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(bell).toBeVisible();
    const names = await namesOf(page);
    expect(names.length, language).toBe(english.length);
    for (const name of names) expect(english, `${language}: ${name}`).not.toContain(name);
  }
});

test('sign-in, the pages of errors and the menu of the user can be read in the dark and from right to left', async ({
  as,
  visit,
  people,
}) => {
  const dark = { colorScheme: 'dark' as const };
  const page = await visit('/login?locale=ar', dark);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expectAccessible(page);
  const { origin } = new URL(page.url());
  for (const path of ['/error403', '/error404', '/error500', '/no-service']) {
    await page.goto(`${origin}${path}?locale=ar`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  }
  const member = await as(people.member, { path: '/compute/ssh-keys?locale=ar', ...dark });
  await member.getByRole('banner').getByRole('button').last().click();
  await expect(member.getByRole('menuitem').first()).toBeVisible();
  await expectAccessible(member);
});

test('nothing of sign-in, shell, a list or a form is wider than a screen of 360 px', async ({ as, visit, people }) => {
  const small = { viewport: { width: 360, height: 740 } };
  const isNarrow = (page: Page) =>
    expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBeLessThanOrEqual(0);
  const login = await visit('/login', small);
  await expect(login.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await isNarrow(login);
  const page = await as(people.member, { path: '/compute/instances', ...small });
  await expect(table(page)).toBeVisible();
  await isNarrow(page);
  for (const path of ['/compute/ssh-keys/add', '/compute/instances/add', '/account/sessions', '/error404']) {
    await page.goto(`${new URL(page.url()).origin}${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await isNarrow(page);
  }
});

test('a refused or unknown page leads back to where somebody was, and an error that nobody has caught is told before sign-in, too', async ({
  as,
  visit,
  people,
  complaints,
}) => {
  complaints.expect(/nobody has caught this/);
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible();
  for (const [path, heading] of [
    ['/users', 'You do not have access to this page'],
    ['/no/such/page', 'This page does not exist'],
  ] as const) {
    await page.evaluate((to) => {
      history.pushState({ __TSR_index: 1, key: to }, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'SSH keys' })).toBeVisible();
  }
  const stranger = await visit('/error404');
  await expect(stranger.getByRole('button', { name: 'Go to the start page' })).toBeVisible();
  await expect(stranger.getByRole('button', { name: 'Go back' })).toHaveCount(0);
  await stranger.goto(`${new URL(stranger.url()).origin}/login`);
  await expect(stranger.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
  await stranger.evaluate(() => {
    setTimeout(() => {
      throw new Error('nobody has caught this');
    });
  });
  await expect(stranger.getByRole('list', { name: 'Notifications' })).toContainText('Something went wrong on this page');
});
