import type { Locator, Page } from '@playwright/test';
import { createByApi } from '../support/cloud.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { people } from '../support/people.ts';
import { act, choose, openActions, row } from '../support/servers.ts';

/** Chooses an action that asks in a dialog. */
async function ask(page: Page, name: string, action: string): Promise<Locator> {
  await choose(page, name, action);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

test('servers go through every state they can be brought into, and back', async ({ as }) => {
  const [first, second, stopped] = ['us-cache-01', 'ap-cache-01', 'eu-cache-01'] as const;
  const page = await as(people.member, { path: '/compute/instances?name=cache' });
  const shows = (name: string, text: string) => expect(row(page, name)).toContainText(text);

  await act(page, first, 'Pause');
  const resize = await ask(page, stopped, 'Resize');
  await expect(resize.getByRole('radio', { name: 'tiny' })).toBeDisabled();
  await expect(resize).toContainText('The server has this size already.');
  await expectAccessible(page);
  await resize.getByRole('radio', { name: 'medium' }).check();
  await resize.getByRole('button', { name: 'Resize' }).click();
  await expect(resize).toBeHidden();
  const rescue = await ask(page, second, 'Enter rescue mode');
  await expect(rescue.getByRole('radio', { name: 'Its own image' })).toBeChecked();
  await rescue.getByRole('button', { name: 'Enter rescue mode' }).click();
  await shows(first, 'Paused');
  await choose(page, first, 'Resume from pause');
  await shows(second, 'In rescue mode');
  await act(page, second, 'Leave rescue mode');
  await shows(first, 'Active');
  await act(page, first, 'Suspend');
  await shows(second, 'Active');
  const image = await ask(page, second, 'Make image');
  await image.getByRole('textbox', { name: 'Name of the image' }).fill('zz-of-a-test');
  await image.getByRole('button', { name: 'Make image' }).click();
  await shows(first, 'Suspended');
  await choose(page, first, 'Resume');
  await shows(stopped, 'Resized, to be confirmed');
  await act(page, stopped, 'Confirm new size');
  await shows(first, 'Active');
  await act(page, first, 'Shelve');
  await shows(stopped, 'Shut off');
  await shows(stopped, 'Medium');
  const rebuild = await ask(page, second, 'Rebuild');
  await expect(rebuild.getByRole('radio', { name: 'zz-of-a-test' })).toBeEnabled();
  await rebuild.getByRole('button', { name: 'Cancel' }).click();
  await choose(page, second, 'Lock');
  await shows(first, 'Shelved, off the node');
  await choose(page, first, 'Unshelve');
  const locked = await openActions(page, second);
  await expect(locked.getByRole('menuitem', { name: /^Shut down/ })).toContainText('The server is locked.');
  await locked.getByRole('menuitem', { name: 'Unlock' }).click();
  await shows(first, 'Active');
});

test('a guest that does not follow is powered off, and a state that nothing ends is reset, by keyboard alone', async ({ as, product }) => {
  const name = `stuck-${Date.now()}`;
  await createByApi(product, name, { 'gantry.guest': 'stubborn', 'gantry.fault': 'start:stuck' });
  const page = await as(people.member, { path: `/compute/instances?name=${name}` });
  const admin = await as(people.admin, { path: `/compute/instances?name=${name}` });
  await expect(row(page, name)).toContainText('Active');
  await byKeyboard(page, name, 'Shut down');
  await expect(row(page, name)).toContainText('Active: shutting down');
  await byKeyboard(page, name, 'Power off');
  await expect(row(page, name)).toContainText('Shut off');
  await choose(page, name, 'Start');
  await expect(row(admin, name)).toContainText('Shut off: starting');
  await expect((await openActions(page, name)).getByRole('menuitem', { name: 'Reset state' })).toHaveCount(0);
  const reset = await ask(admin, name, 'Reset state');
  await expectAccessible(admin);
  await reset.getByRole('button', { name: 'Reset state' }).click();
  await expect(row(page, name)).toContainText('Error');
});

/** Does an action that asks, as somebody without a mouse: menu, arrows, and the button of the question. */
async function byKeyboard(page: Page, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: action, exact: true });
  await expect(item).toBeEnabled();
  for (let steps = 0; steps < 30 && !(await item.evaluate((element) => element === document.activeElement)); steps += 1)
    await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: action })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test('each part of a server is edited at its address; others do not exist, and readers are refused [route.instances.edit]', async ({
  as,
}) => {
  const page = await as(people.member, { path: '/compute/instances?name=eu-mail-01' });
  await row(page, 'eu-mail-01').getByRole('link', { name: 'eu-mail-01', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'eu-mail-01' })).toBeVisible();
  const details = new URL(page.url());
  const subjects = {
    name: 'Name and description',
    flavor: 'Resize',
    networks: 'Networks',
    volumes: 'Volumes',
    'ssh-key': 'SSH key',
    password: 'Change password',
    metadata: 'Metadata',
    placement: 'Placement',
  };
  for (const [subject, title] of Object.entries(subjects)) {
    await page.goto(`${details.href}/edit/${subject}`);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  }
  await page.goto(`${details.href}/edit/everything`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
  // The sample has nobody who may only read: the rights of this page are cut as they arrive.
  await page.route('**/api/v2/meta*', async (route) => {
    const answer = await route.fetch();
    const meta = (await answer.json()) as { data: Record<string, string[]> };
    await route.fulfill({ response: answer, json: { ...meta, data: { ...meta.data, compute_server: ['GET'] } } });
  });
  await page.goto(`${details.href}/edit/name`);
  await expect(page).toHaveURL(/\/error403$/);
});

test('the console log is downloaded under the name of the server and the day [server.log-filename]', async ({ as }) => {
  const page = await as(people.member, { path: '/compute/instances?name=eu-mail-01' });
  await row(page, 'eu-mail-01').getByRole('link', { name: 'eu-mail-01', exact: true }).click();
  await page.getByRole('tab', { name: 'Console log' }).click();
  await expect(page.getByRole('textbox', { name: 'Console log' })).not.toBeEmpty();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/^eu-mail-01-\d{4}-\d\d-\d\d\.log$/);
});
