import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, actionNames, choose, openActions, pick, row, table } from '../support/servers.ts';
import { to } from '../support/to.ts';

/** Chooses an action that asks in a dialog. */
async function ask(page: Page, name: string, action: string): Promise<Locator> {
  await choose(page, name, action);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** What leads out of the running state and back: what is offered, what is chosen, what it asks, and what the row says then. */
const AWAY_AND_BACK = [
  { away: 'server.pause', action: 'Pause', shows: 'Paused', back: 'Resume from pause' },
  { away: 'server.suspend', action: 'Suspend', shows: 'Suspended', back: 'Resume' },
  { away: 'server.shelve', action: 'Shelve', shows: 'Shelved and offloaded', back: 'Unshelve' },
] as const;

test('servers go through every state they can be brought into, and back', { tag: ['@main', '@full'] }, async ({ as, people, api }) => {
  const stem = `states-${Date.now()}`;
  const [first, second, stopped] = [`${stem}-a`, `${stem}-b`, `${stem}-c`] as const;
  for (const name of [first, second, stopped]) await api.createServer(name);
  const page = await as(people.member, { path: `/compute/instances?name=${stem}` });
  const shows = (name: string, text: string) => expect(row(page, name)).toContainText(text);
  const can = (...capabilities: string[]) => capabilities.every((capability) => api.capabilities.has(capability));
  for (const name of [first, second, stopped]) await shows(name, 'Running');

  // What the cloud cannot do is not there, whatever the state.
  const offered = await actionNames(await openActions(page, first));
  for (const { away, action } of AWAY_AND_BACK) expect(offered.includes(action)).toBe(can(away));
  expect(offered.includes('Power off')).toBe(can('server.powerOff'));
  await page.keyboard.press('Escape');

  await act(page, stopped, 'Shut down');
  for (const { action, shows: state, back } of AWAY_AND_BACK.filter(({ away: capability }) => can(capability))) {
    // A pause is taken back in a moment, and so asks nothing.
    await (action === 'Pause' ? choose : act)(page, first, action);
    await shows(first, state);
    await choose(page, first, back);
    await shows(first, 'Running');
  }
  await shows(stopped, 'Stopped');
  if (can('server.resize', 'server.confirmResize')) await resizeAndKeep(page, stopped);
  if (can('server.rescue', 'server.unrescue')) {
    const rescue = await ask(page, second, 'Enter rescue mode');
    await expect(rescue.getByRole('radio', { name: 'Image of the virtual machine' })).toBeChecked();
    await rescue.getByRole('button', { name: 'Enter rescue mode' }).click();
    await shows(second, 'In rescue mode');
    await act(page, second, 'Leave rescue mode');
    await shows(second, 'Running');
  }
  if (can('server.createImage', 'server.rebuild')) await makeAndChooseImage(page, { of: second, for: first }, `zz-${stem}`);
  if (can('server.lock', 'server.unlock')) {
    await choose(page, second, 'Lock');
    const menu = await openActions(page, second);
    await expect(menu.getByRole('menuitem', { name: /^Shut down/ })).toContainText('The virtual machine is locked.');
    await pick(page, menu, 'Unlock');
  }
  for (const name of [first, second, stopped]) {
    await act(page, name, 'Delete');
    await expect(row(page, name)).toBeHidden();
  }
});

/** Gives a server that is shut off another flavor, and decides to keep it. */
async function resizeAndKeep(page: Page, name: string): Promise<void> {
  const resize = await ask(page, name, 'Resize');
  await expect(resize).toContainText('The virtual machine already has this flavor.');
  await expectAccessible(page);
  const larger = resize.getByRole('radio', { disabled: false }).first();
  await larger.check();
  await resize.getByRole('button', { name: 'Resize' }).click();
  await expect(resize).toBeHidden();
  await expect(row(page, name)).toContainText('Resized, waiting for confirmation');
  await choose(page, name, 'Confirm new size');
  await expect(row(page, name)).toContainText('Stopped');
}

/** Makes an image of a server, which another one could be rebuilt from: the first one has to wait until it is made. */
async function makeAndChooseImage(page: Page, server: { of: string; for: string }, image: string): Promise<void> {
  const make = await ask(page, server.of, 'Create image');
  await make.getByRole('textbox', { name: 'Image name' }).fill(image);
  await make.getByRole('button', { name: 'Create image' }).click();
  await expect(page.getByRole('grid', { name: 'Images' })).toBeVisible();
  await page.goBack();
  const rebuild = await ask(page, server.for, 'Rebuild');
  await expect(rebuild.getByRole('radio', { name: image })).toBeEnabled();
  await rebuild.getByRole('button', { name: 'Cancel' }).click();
}

test(
  'a guest that does not follow is powered off, and a state that nothing ends is reset, by keyboard alone',
  { tag: '@full' },
  async ({ as, people, api }) => {
    const name = `stuck-${Date.now()}`;
    await api.createServer(name, { metadata: { 'gantry.guest': 'stubborn', 'gantry.fault': 'start:stuck' } });
    const page = await as(people.member, { path: `/compute/instances?name=${name}` });
    const admin = await as(people.admin, { path: `/compute/instances?name=${name}` });
    await expect(row(page, name)).toContainText('Running');
    await byKeyboard(page, name, 'Shut down');
    await expect(row(page, name)).toContainText('Running: shutting down');
    await byKeyboard(page, name, 'Power off');
    await expect(row(page, name)).toContainText('Stopped');
    await choose(page, name, 'Start');
    await expect(row(admin, name)).toContainText('Stopped: starting');
    expect(await actionNames(await openActions(page, name))).not.toContain('Reset state');
    const reset = await ask(admin, name, 'Reset state');
    await expectAccessible(admin);
    await reset.getByRole('button', { name: 'Reset state' }).click();
    await expect(row(page, name)).toContainText('Error');
  },
);

/** Goes down a menu as far as an entry. */
async function downTo(page: Page, item: Locator): Promise<void> {
  for (let steps = 0; steps < 30 && !(await item.evaluate((element) => element === document.activeElement)); steps += 1)
    await page.keyboard.press('ArrowDown');
}

/** Does an action that asks, as somebody without a mouse: menu, arrows, and the button of the question. */
async function byKeyboard(page: Page, name: string, action: string): Promise<void> {
  await row(page, name)
    .getByRole('button', { name: `Actions for ${name}` })
    .focus();
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: action, exact: true });
  await expect(page.getByRole('menuitem').first()).toBeFocused();
  if (!(await item.isVisible())) {
    await downTo(page, page.getByRole('menuitem', { name: 'Power', exact: true }));
    await page.keyboard.press('ArrowRight');
  }
  await expect(item).toBeEnabled();
  await downTo(page, item);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog.getByRole('button', { name: action })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
}

test('each part of a server is edited at its address; others do not exist [route.instances.edit]', async ({ as, people }) => {
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
    await to(page, `${details.href}/edit/${subject}`);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
  }
  await to(page, `${details.href}/edit/everything`);
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible();
});

test(
  'who may only look sees servers and nothing to do with them, and is sent away from where they are changed [route.instances.edit]',
  {
    tag: '@main',
  },
  async ({ as, people }) => {
    const page = await as(people.viewer, { path: '/compute/instances?sort=created_at:asc' });
    const link = table(page).getByRole('row').nth(1).getByRole('link');
    const name = (await link.innerText()).trim();
    await expect(page.getByRole('button', { name: 'Create virtual machine', exact: true })).toHaveCount(0);
    await expect(page.getByRole('checkbox')).toHaveCount(0);
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Actions|Delete|Rename|Shut down)/ })).toHaveCount(0);
    const details = page.url();
    for (const place of [`${details}/edit/name`, `${new URL(details).origin}/compute/instances/add`]) {
      await to(page, place);
      await expect(page).toHaveURL(/\/error403/);
    }
  },
);
