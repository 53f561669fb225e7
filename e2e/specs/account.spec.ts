import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';

const bell = (page: Page): Locator => page.getByRole('button', { name: /^Notifications/ });
const popUps = (page: Page): Locator => page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem');

test('the menu of the user tells the version, and opens the features, which also Ctrl and Cmd with K do; one turned on is so in this browser only [dialog.about, about.fields, dialog.feature-flags, flags.local-override]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  await expect(bell(page)).toBeVisible();
  await page.getByRole('button', { name: /^User menu of/ }).click();
  const answer = page.waitForResponse((one) => new URL(one.url()).pathname === '/api/v2/about');
  await page.getByRole('menuitem', { name: 'About Gantry' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/Version\s*\d+\.\d+\.\d+/);
  await expect(dialog).toContainText(/Release\s*\w+/);
  const about = (await (await answer).json()) as { 'storage-release': { version: string; release: string } };
  for (const text of [about['storage-release'].version, about['storage-release'].release])
    await expect(dialog.getByText(text, { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Licenses' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Licenses' })).toHaveValue(/^Gantry\n[^]*Apache License[^]*\nreact \d/);
  await expectAccessible(page);
  for (let open = 0; open < 2; open += 1) await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();

  const feature = dialog.getByRole('switch', { name: 'Separate tab for tasks in the notifications' });
  for (const key of ['Control+k', 'Meta+k']) {
    await page.keyboard.press(key);
    await expect(feature).not.toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  await page.keyboard.press('Control+k');
  await feature.press(' ');
  await expect(feature).toBeChecked();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await bell(page).click();
  await expect(page.getByRole('tab', { name: 'Tasks (0)' })).toBeVisible();
  const elsewhere = await as(people.member, { path: '/compute/ssh-keys' });
  await bell(elsewhere).click();
  await expect(elsewhere.getByRole('tab', { name: 'Notification settings' })).toBeVisible();
  await expect(elsewhere.getByRole('tab', { name: 'Tasks (0)' })).toBeHidden();
});

test('Ctrl+L goes through the languages and with Shift back; its note has no button to close it, those of other types have, and a type can be muted [i18n.ctrl-l, i18n.ctrl-shift-l, notif.close-button, notif.mute-per-type]', async ({
  as,
  people,
  product,
  api,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  const read = page.waitForResponse((answer) => /\/api\/v2\/tasks\?.*limit=50/.test(answer.url()));
  await page.reload();
  await read;
  await expect(bell(page)).toBeVisible();
  const html = page.locator('html');
  await page.keyboard.press('Control+l');
  await expect(
    popUps(page)
      .or(page.getByRole('listitem'))
      .filter({ hasText: 'Español', hasNot: page.locator('button') }),
  ).toBeVisible();
  await expect(html).toHaveAttribute('lang', 'es');
  await page.keyboard.press('Control+Shift+L');
  await expect(html).toHaveAttribute('lang', 'en');

  const closable = (text: string) => popUps(page).filter({ hasText: text, has: page.getByRole('button', { name: /^Close: / }) });
  const name = `closes-${Date.now()}`;
  await api.createServer(name, { metadata: { 'gantry.fault': 'spawn' } });
  await expect(closable(name).filter({ has: page.locator('.pf-m-danger') })).toBeVisible();
  await api.createServer(`${name}-good`);
  await expect(closable(`${name}-good`).first()).toBeVisible();
  await expect(closable(`${name}-good`).filter({ has: page.locator('.pf-m-success') })).toBeVisible();

  await bell(page).click();
  await page.getByRole('tab', { name: 'Notification settings' }).click();
  await page.getByRole('switch', { name: 'Information' }).press(' ');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+l');
  await expect(html).toHaveAttribute('lang', 'es');
  await page.keyboard.press('Control+Shift+L');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(popUps(page).filter({ hasText: 'English' })).toHaveCount(0);
  await api.createServer(`${name}-more`);
  await expect(
    popUps(page)
      .filter({ hasText: `${name}-more` })
      .first(),
  ).toBeVisible();
  await bell(page).click();
  await expect(page.getByRole('list', { name: 'Recent notifications' })).toContainText('English');

  await page.goto(`${product.selfService}/compute/ssh-keys?project_id=nobody`);
  await expect(closable('Could not switch to the project').filter({ has: page.locator('.pf-m-warning') })).toBeVisible();
});
