import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { make, refused, send } from '../support/section.ts';
import { KEYS } from '../support/sections.ts';
import { fillServer, partOf, sectionOf } from '../support/servers.ts';
import { to } from '../support/to.ts';

test(
  'a key missed in the form of a new server is added on the way: it is chosen, and what was typed is still there',
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
    await page.reload();
    await isBack();
    await leave();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await isBack();
    await page.getByRole('button', { name: 'Done: SSH key' }).click();
    await expect(partOf(page, 'SSH key')).toContainText(name);
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
  await make(page, KEYS, name);
  await to(page, KEYS.path);
  const key = page.getByRole('grid', { name: 'SSH keys' }).getByRole('row').filter({ hasText: name });
  if (keeps) await expect(key.getByRole('gridcell', { name: 'of the lab' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Description' })).toHaveCount(keeps ? 1 : 0);
  await key.getByRole('button', { name: `Actions for ${name}` }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Copy: Public key' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Copied: Public key (${name})`)).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(EXAMPLE_KEY);
});

test('a server gets a key that has come while its form was open; what is no public key and a name that is taken are refused at their fields', async ({
  as,
  complaints,
  people,
  cloud,
}) => {
  complaints.expect(/status of (404|409)/);
  const name = `server-key-${Date.now()}`;
  const mate = await as(people.lead, { path: '/compute/instances/add' });
  await fillServer(mate, cloud.server, `vm-${name}`);
  await mate.getByRole('button', { name: 'Change: SSH key' }).click();
  const step = sectionOf(mate, 'SSH key');
  await expect(step.getByRole('radio', { name: 'No key' })).toBeVisible();
  await expect(step.getByRole('link', { name: 'Add an SSH key' })).toHaveAttribute('href', /\/compute\/ssh-keys\/add\?returnRoute=[\w-]+$/);
  const page = await as(people.lead, { path: `${KEYS.path}/add` });
  const fillPrivate = () => page.getByRole('textbox', { name: 'Public key' }).fill('-----BEGIN OPENSSH PRIVATE KEY-----');
  await refused(page, { ...KEYS, fill: fillPrivate }, name, 'This is a private key.');
  await make(page, KEYS, name);
  for (const radio of [name, 'No key', name]) await step.getByRole('radio', { name: radio }).check();
  await to(page, `${KEYS.path}/add`);
  await refused(page, KEYS, name, 'You already have a key with this name.');

  await mate.getByRole('button', { name: 'Done: SSH key' }).click();
  await mate.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(mate.getByRole('tabpanel').getByText(name, { exact: true })).toBeVisible();
});
