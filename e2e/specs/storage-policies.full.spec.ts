import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { fillServer, inSection, partOf, row, search } from '../support/servers.ts';
import { to } from '../support/to.ts';

const CREATE = '/compute/instances/add';
const summary = (page: Page) => partOf(page, 'Volumes');
const quota = (page: Page) => page.getByRole('region', { name: 'Quota after creation' });
/** The policies that are offered for the boot volume, or for the one in a row of its own. */
const policies = (window: Locator, number = 0) => window.getByRole('combobox', { name: 'Storage policy' }).nth(number);
const fast = (select: Locator) => select.locator('option').filter({ hasText: /^fast/ });
const choose = async (select: Locator) => select.selectOption((await fast(select).getAttribute('value'))!);

test('volumes of a new server have the storage policies that are chosen for them', { tag: '@main' }, async ({ as, people, cloud }) => {
  const name = `policies-${Date.now()}`;
  const page = await as(people.member, { path: CREATE });
  await fillServer(page, cloud.server, name);
  await inSection(page, 'Volumes', async (window) => {
    await window.getByRole('spinbutton', { name: 'Boot volume size' }).fill('10');
    await choose(policies(window));
    await window.getByRole('button', { name: 'Add an empty volume' }).click();
    await window.getByRole('textbox', { name: 'Volume name' }).fill('data');
    await window.getByRole('spinbutton', { name: 'Size in GiB' }).fill('2');
    await expect(policies(window, 1).getByRole('option', { selected: true })).toHaveText(/default/i);
    await expectAccessible(page);
  });
  await expect(summary(page)).toContainText(/Boot volume: 10 GiB · fast · .*, data \(2 GiB\)/);
  await expect(quota(page)).toContainText('Storage: fast');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await to(page, '/compute/instances');
  await search(page, name);
  await expect(row(page, name)).toContainText('Running');
  await row(page, name).getByRole('link', { name, exact: true }).click();
  await page.getByRole('tab', { name: 'Volumes' }).click();
  const volumes = page.getByRole('grid', { name: 'Volumes of the virtual machine' }).getByRole('row');
  await expect(volumes.filter({ hasText: 'Boot volume' })).toContainText('fast');
  await expect(volumes.filter({ hasText: 'data' })).toContainText('default', { ignoreCase: true });
});

test('more than the quota leaves of a storage policy is said where volumes are chosen, and refused', async ({
  as,
  complaints,
  people,
  cloud,
}) => {
  complaints.expect(/status of 409/);
  const page = await as(people.member, { path: CREATE });
  await fillServer(page, cloud.server, `policies-${Date.now()}`);
  await inSection(page, 'Volumes', async (window) => {
    const size = window.getByRole('spinbutton', { name: 'Boot volume size' });
    await size.fill('600');
    await expect(fast(policies(window))).toHaveText(/^fast · \d+ GiB left$/);
    await expect(fast(policies(window))).toBeDisabled();
    await size.fill('20');
    await choose(policies(window));
    await size.fill('600');
  });
  await expect(summary(page)).toContainText('Exceeds the quota: Storage: fast.');
  await expect(quota(page)).toContainText('Quota exceeded');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByText(/The project's quota is exceeded: gigabytes_fast/).first()).toBeVisible();
});
