import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { make, remove } from '../support/section.ts';
import { NETWORKS, withSubnet } from '../support/sections.ts';
import { to } from '../support/to.ts';

const cidr = (page: Page) => page.getByRole('textbox', { name: 'CIDR' });

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
  await expect(dialog).toContainText('Enter a gateway address within 10.77.0.0/24.');
  await expectAccessible(page);
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
    await to(viewer, address);
    await expect(viewer).toHaveURL(/\/error403/);
  }
  await second.getByRole('button', { name: 'Actions for fd77::/64' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(second).toHaveCount(0);
  await remove(page, name);
});

test(
  'the sheet of a new network begins at its name, leads to what is wrong, keeps what was typed and its button in sight, also on a phone',
  { tag: '@full' },
  async ({ as, people }) => {
    const page = await as(people.member, { path: NETWORKS.path });
    const create = page.getByRole('main').getByRole('button', { name: 'Create', exact: true });
    await page.getByRole('button', { name: NETWORKS.add, exact: true }).click();
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
    await page.keyboard.type('wrong');
    await cidr(page).fill('10.77.0.5/24');
    await page.keyboard.press('Enter');
    await expect(page.getByText('The network is 10.77.0.0/24.')).toBeVisible();
    await expect(cidr(page)).toBeFocused();
    await expect(page.getByRole('list', { name: 'Please correct:' })).toHaveText('CIDR');
    await expect(page.getByRole('region', { name: 'Quota after creation' })).toContainText('+ 1');
    await expectAccessible(page);
    await cidr(page).fill('10.77.0.0/24');
    await page.getByRole('button', { name: 'Add pool' }).click();
    await page.getByRole('textbox', { name: 'Pool 1: First address' }).fill('10.77.0.20');
    await page.getByRole('textbox', { name: 'Pool 1: Last address' }).fill('10.77.0.10');
    await page.keyboard.press('Tab');
    await expect(page.getByText('The last address must not be lower than the first.')).toBeVisible();

    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await expect(page.getByText('Your previous input has been restored.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Pool 1: Last address' })).toHaveValue('10.77.0.10');
    await expect(create).toBeInViewport({ ratio: 1 });
    await create.click();
    await expect(page.getByRole('textbox', { name: 'Pool 1: First address' })).toBeFocused();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  },
);

test('access to a network is changed at an address of its own, by those who may change it [route.networks.access-edit, screen.networks]', async ({
  as,
  people,
}) => {
  const name = `net-access-${Date.now()}`;
  const member = await as(people.member, { path: `${NETWORKS.path}/add` });
  await make(member, { ...NETWORKS, fill: withSubnet('10.79.0.0/24') }, name);
  const { pathname } = new URL(member.url());
  const address = `${pathname}/access-edit`;
  await expect(member.getByText('Nothing is connected to this network.')).toBeVisible();

  // Administrators see the networks of all tenants.
  const all = await as(people.admin, { path: NETWORKS.path });
  for (const one of [name, /^globex-.*private$/]) await expect(all.getByRole('link', { name: one }).first()).toBeVisible();
  const page = await as(people.admin, { path: address });
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No other projects.');
  await dialog.getByRole('button', { name: 'Add all projects' }).click();
  await dialog.getByRole('combobox', { name: 'All projects: Access' }).selectOption({ label: 'Direct' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByText('All projects').first()).toBeVisible();
  await to(page, address);
  await dialog.getByRole('combobox', { name: 'All projects: Access' }).selectOption({ label: 'None' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('main').getByText('Own project').first()).toBeVisible();

  const viewer = await as(people.viewer, { path: pathname });
  await expect(viewer.getByRole('heading', { level: 1, name })).toBeVisible();
  await to(viewer, address);
  await expect(viewer).toHaveURL(/\/error403/);
});
