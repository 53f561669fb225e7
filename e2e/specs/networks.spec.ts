import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { make, refused, remove } from '../support/section.ts';
import { NETWORKS } from '../support/sections.ts';

const cidr = (page: Page) => page.getByRole('textbox', { name: 'CIDR' }).first();

test('a network is made with its subnet, which is changed, given a second one, and deleted [route.networks, route.networks.add, route.networks.details, route.networks.edit-ipv4, route.networks.edit-ipv6]', async ({
  as,
  complaints,
  people,
}) => {
  // Its details ask for it once more when it is gone.
  complaints.expect(/status of 404/);
  const name = `net-${Date.now()}`;
  const page = await as(people.member, { path: `${NETWORKS.path}/add` });
  await make(page, NETWORKS, name);
  await expect(page.getByRole('row').filter({ hasText: '10.77.0.0/24' })).toContainText('9.9.9.9');

  await page.getByRole('button', { name: 'Actions for 10.77.0.0/24' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/editIPv4subnet\/[\w-]+$/);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Gateway' }).fill('10.78.0.1');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toContainText('Type an address within 10.77.0.0/24 as the gateway.');
  await expectAccessible(page);
  await page.screenshot({ path: 'reports/screenshots/subnet-edit.png' });
  await dialog.getByRole('textbox', { name: 'Gateway' }).fill('10.77.0.254');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('row').filter({ hasText: '10.77.0.254' })).toBeVisible();

  await page.getByRole('button', { name: 'Add subnet' }).click();
  await expect(dialog.getByRole('radio', { name: 'IPv6' })).toBeChecked();
  await dialog.getByRole('textbox', { name: 'CIDR' }).fill('fd77::/64');
  await dialog.getByRole('combobox', { name: 'Address mode' }).selectOption({ label: 'SLAAC' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Add subnet' }).click();
  const second = page.getByRole('row').filter({ hasText: 'fd77::/64' });
  await expect(second).toContainText('SLAAC');
  await second.getByRole('button', { name: 'Actions for fd77::/64' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page).toHaveURL(/\/editIPv6subnet\/[\w-]+$/);
  const [six, four] = [new URL(page.url()).pathname, new URL(page.url()).pathname.replace('IPv6', 'IPv4')];
  await dialog.getByRole('textbox', { name: 'DNS server 1' }).fill('fd77::53');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(second).toContainText('fd77::53');
  const viewer = await as(people.viewer, { path: NETWORKS.path });
  await expect(viewer.getByRole('link', { name })).toBeVisible();
  for (const address of [`${NETWORKS.path}/add`, four, six]) {
    await viewer.goto(`${new URL(viewer.url()).origin}${address}`);
    await expect(viewer).toHaveURL(/\/error403/);
  }
  await second.getByRole('button', { name: 'Actions for fd77::/64' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(second).toHaveCount(0);
  await remove(page, name);
});

test('the form of a network tells what to type, and keeps what was typed', async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/networks/add' });
  await expect(cidr(page)).toBeVisible();
  const wrong = { ...NETWORKS, fill: () => cidr(page).fill('10.77.0.5/24') };
  await refused(page, wrong, 'wrong', 'The network itself is 10.77.0.0/24.');
  await cidr(page).fill('10.77.0.0/24');
  await page.getByRole('button', { name: 'Add pool' }).click();
  await page.getByRole('textbox', { name: 'Pool 1: First address' }).fill('10.77.0.20');
  await page.getByRole('textbox', { name: 'Pool 1: Last address' }).fill('10.77.0.10');
  await page.keyboard.press('Tab');
  await expect(page.getByText('The last address must not come before the first.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('wrong');
  await page.screenshot({ path: 'reports/screenshots/network-add-wrong.png', fullPage: true });
});

test('access to a network is changed at an address of its own, by those who may change it [route.networks.access-edit, screen.networks]', async ({
  as,
  people,
}) => {
  const name = `net-access-${Date.now()}`;
  const member = await as(people.member, { path: `${NETWORKS.path}/add` });
  await make(member, { ...NETWORKS, fill: () => cidr(member).fill('10.79.0.0/24') }, name);
  const { pathname } = new URL(member.url());
  const address = `${pathname}/access-edit`;
  await expect(member.getByText('Nothing is connected to this network.')).toBeVisible();

  // Administrators see the networks of all tenants.
  const all = await as(people.admin, { path: NETWORKS.path });
  for (const one of [name, /^globex-.*private$/]) await expect(all.getByRole('link', { name: one }).first()).toBeVisible();
  const page = await as(people.admin, { path: address });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Nobody else.');
  await dialog.getByRole('button', { name: 'Add all projects' }).click();
  await dialog.getByRole('combobox', { name: 'All projects: Access' }).selectOption({ label: 'Direct' });
  await expectAccessible(page);
  await page.screenshot({ path: 'reports/screenshots/network-access.png' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByText('All projects').first()).toBeVisible();
  await page.goto(`${new URL(page.url()).origin}${address}`);
  await dialog.getByRole('combobox', { name: 'All projects: Access' }).selectOption({ label: 'None' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByText('Own project').first()).toBeVisible();

  const viewer = await as(people.viewer, { path: pathname });
  await expect(viewer.getByRole('heading', { level: 1, name })).toBeVisible();
  await viewer.goto(`${new URL(viewer.url()).origin}${address}`);
  await expect(viewer).toHaveURL(/\/error403/);
});
