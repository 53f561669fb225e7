import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { people } from '../support/people.ts';
import { act, create, inStep, row } from '../support/servers.ts';

const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAIv/GY+ZpjQKiehzMY4oHSAM9q+KUjF1pnqMVjT4GaE alice@laptop';
const FINGERPRINT = 'd3:61:e7:25:6f:c9:48:5a:6e:3f:6d:8a:e6:c0:be:cc';
const LIST = '/compute/ssh-keys';

test('a key is added, shown, chosen for a server and deleted, seen live in a second window [route.ssh-keys, route.ssh-keys.add, route.ssh-keys.details]', async ({
  as,
  complaints,
}) => {
  // Its details ask for it once more when it is gone.
  complaints.expect(/status of 404/);
  const name = `key ${Date.now()}`;
  const page = await as(people.member, { path: LIST });
  await expect(page.getByRole('heading', { name: 'SSH keys', exact: true, level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /SSH/ })).toHaveCount(0);
  await expectAccessible(page);
  const other = await as(people.member, { path: '/compute/instances/add/key' });
  const choice = other.getByRole('radiogroup', { name: 'SSH key' });
  await expect(choice.getByRole('radio', { name: 'No key' })).toBeChecked();
  await expect(other.getByRole('link', { name: 'Add an SSH key' })).toHaveAttribute('href', /\/compute\/ssh-keys\/add$/);

  await page.getByRole('button', { name: 'Add SSH key' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const field = page.getByRole('textbox', { name: 'Public key' });
  await field.fill('-----BEGIN OPENSSH PRIVATE KEY-----');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('This is a private key.')).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'reports/screenshots/key-add.png' });
  await page.locator('input[type=file]').setInputFiles({ name: 'id.pub', mimeType: 'text/plain', buffer: Buffer.from(`${KEY}\n`) });
  await expect(field).toHaveValue(KEY);
  await page.getByRole('button', { name: 'Add', exact: true }).click();

  await page.getByRole('grid', { name: 'SSH keys' }).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByText(FINGERPRINT, { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'reports/screenshots/key-details.png' });

  await choice.getByRole('radio', { name }).check();
  await choice.getByRole('radio', { name: 'No key' }).check();
  await choice.getByRole('radio', { name }).check();

  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
});

test('a server gets the chosen key, and a name that is taken is refused at its field', async ({ as, complaints }) => {
  complaints.expect(/status of 409/);
  const name = `server-key-${Date.now()}`;
  const page = await as(people.lead, { path: `${LIST}/add` });
  const add = async () => {
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Public key' }).fill(KEY);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await add();
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Add SSH key' }).click();
  await add();
  await expect(page.getByText('You have a key of this name already.')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();

  await page.goto(`${new URL(page.url()).origin}/compute/instances`);
  const server = `vm-of-${name}`;
  await create(page, server, () => inStep(page, 'SSH key', (window) => window.getByRole('radio', { name }).check()));
  await row(page, server).getByRole('link').click();
  await expect(page.getByRole('tabpanel').getByText(name, { exact: true })).toBeVisible();
  await page.goto(`${new URL(page.url()).origin}/compute/instances?name=${server}`);
  await expect(row(page, server)).toContainText('Active');
  await act(page, server, 'Delete');
});
