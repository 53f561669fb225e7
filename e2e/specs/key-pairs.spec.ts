import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { make, refused, remove, send } from '../support/section.ts';
import { create, inSection, row, sectionOf } from '../support/servers.ts';

const file = { name: 'id.pub', mimeType: 'text/plain', buffer: Buffer.from(`${EXAMPLE_KEY}\n`) };
const fill = async (page: Page) => {
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByRole('textbox', { name: 'Public key' })).toHaveValue(EXAMPLE_KEY);
};
const KEYS = { title: 'SSH keys', add: 'Add SSH key', submit: 'Add', fill };

test(
  'a key is added, shown, chosen for a server and deleted, seen live in a second window [route.ssh-keys, route.ssh-keys.add, route.ssh-keys.details]',
  { tag: '@main' },
  async ({ as, complaints, people }) => {
    // Its details ask for it once more when it is gone.
    complaints.expect(/status of 404/);
    const name = `key ${Date.now()}`;
    const page = await as(people.member, { path: '/compute/ssh-keys' });
    await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /SSH/ })).toHaveCount(0);
    const other = await as(people.member, { path: '/compute/instances/add/key' });
    const choice = other.getByRole('radiogroup', { name: 'SSH key' });
    await expect(choice.getByRole('radio', { name: 'No key' })).toBeVisible();
    await expect(other.getByRole('link', { name: 'Add an SSH key' })).toHaveAttribute(
      'href',
      /\/compute\/ssh-keys\/add\?returnRoute=[\w-]+$/,
    );
    await make(page, KEYS, name, 'key');
    await expect(page.getByText('d3:61:e7:25:6f:c9:48:5a:6e:3f:6d:8a:e6:c0:be:cc', { exact: true })).toBeVisible();
    for (const radio of [name, 'No key', name]) await choice.getByRole('radio', { name: radio }).check();
    await remove(page, name);
  },
);

test(
  'a key that is missed in the form is added on the way: it is chosen, and what was typed is still there',
  { tag: '@main' },
  async ({ as, people }) => {
    const name = `missed-${Date.now()}`;
    const page = await as(people.member, { path: '/compute/instances/add' });
    const typed = page.getByRole('textbox', { name: 'Name', exact: true });
    await typed.fill(`vm-${name}`);
    const step = sectionOf(page, 'SSH key');
    const leave = async () => {
      await step.getByRole('link', { name: 'Add an SSH key' }).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Add SSH key', level: 1 })).toBeVisible();
    };
    const isBack = async () => {
      await expect(page).toHaveURL(/\/compute\/instances\/add\/key$/);
      await expect(step.getByRole('radio', { name })).toBeChecked();
    };
    await page.getByRole('button', { name: 'Change: SSH key' }).click();
    await leave();
    await send(page, KEYS, name);
    await isBack();
    await expect(step.getByRole('radio', { name })).toBeFocused();
    await expectAccessible(page);
    await page.screenshot({ path: 'reports/screenshots/create-key-added.png' });
    await page.reload();
    await isBack();
    await leave();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await isBack();
    await page.getByRole('button', { name: 'Done: SSH key' }).click();
    await expect(page.getByRole('listitem').filter({ hasText: 'SSH key' })).toContainText(name);
    await expect(typed).toHaveValue(`vm-${name}`);
  },
);

test('a key is described where the cloud keeps that, and copied from its row', { tag: '@main' }, async ({ as, api, people }) => {
  const name = `told-${Date.now()}`;
  const page = await as(people.member, { path: '/compute/ssh-keys/add', permissions: ['clipboard-read', 'clipboard-write'] });
  const keeps = api.capabilities.has('key_pair.create:description');
  const description = page.getByRole('textbox', { name: 'Description' });
  await expect(page.getByRole('textbox', { name: 'Public key' })).toBeVisible();
  await expect(description).toHaveCount(keeps ? 1 : 0);
  if (keeps) {
    await expect(description).toHaveAccessibleDescription('Must not contain personal data.');
    await description.fill('of the lab');
  }
  await send(page, KEYS, name);
  const key = page.getByRole('grid', { name: 'SSH keys' }).getByRole('row').filter({ hasText: name });
  if (keeps) await expect(key.getByRole('gridcell', { name: 'of the lab' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(keeps ? 1 : 0);
  await key.getByRole('button', { name: `Actions for ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy public key' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`The public key of ${name} has been copied`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(EXAMPLE_KEY);
});

test('a server gets the chosen key; what is no public key and a name that is taken are refused at their fields', async ({
  as,
  complaints,
  people,
  cloud,
}) => {
  complaints.expect(/status of 409/);
  const name = `server-key-${Date.now()}`;
  const page = await as(people.lead, { path: '/compute/ssh-keys/add' });
  const fillPrivate = () => page.getByRole('textbox', { name: 'Public key' }).fill('-----BEGIN OPENSSH PRIVATE KEY-----');
  await refused(page, { ...KEYS, fill: fillPrivate }, name, 'This is a private key.');
  await send(page, KEYS, name);
  await page.getByRole('button', { name: KEYS.add, exact: true }).click();
  await refused(page, KEYS, name, 'You have a key of this name already.');

  const mate = await as(people.lead);
  await create(mate, cloud.server, `vm-${name}`, () => inSection(mate, 'SSH key', (window) => window.getByRole('radio', { name }).check()));
  await row(mate, `vm-${name}`).getByRole('link').click();
  await expect(mate.getByRole('tabpanel').getByText(name, { exact: true })).toBeVisible();
});
