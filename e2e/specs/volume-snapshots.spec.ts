import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { make, remove, send } from '../support/section.ts';
import { inSection, row, search } from '../support/servers.ts';

/** Of the boot volume of a sample server. */
const fill = (page: Page) =>
  page
    .getByRole('radiogroup', { name: 'Volume' })
    .getByRole('radio', { name: /-boot$/ })
    .first()
    .check();
const SNAPSHOTS = { title: 'Volume snapshots', add: 'Take snapshot', submit: 'Take snapshot', fill };

test('a snapshot that is missed in the form is taken on the way, and booted from', async ({ as, people }) => {
  const name = `on-the-way-${Date.now()}`;
  const page = await as(people.member, { path: '/compute/instances/add' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`vm-${name}`);
  await inSection(page, 'Boot source', async (window) => {
    await window.getByRole('button', { name: 'Snapshot', exact: true }).click();
    await window.getByRole('link', { name: 'Take a snapshot' }).click();
    await send(page, SNAPSHOTS, name);
    await expect(window.getByRole('radio', { name })).toBeChecked();
    await expect(window.getByRole('radio', { name })).toBeFocused();
  });
  await expect(page.getByRole('listitem').filter({ hasText: 'Boot source' })).toContainText(`Snapshot ${name} (`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`vm-${name}`);
});

test('a snapshot of a volume is taken, a server boots from it, and it is deleted', async ({ as, complaints, people, cloud }) => {
  // Its details ask for it once more when it is gone.
  complaints.expect(/status of 404/);
  const name = `moment-${Date.now()}`;
  const page = await as(people.member, { path: '/compute/volume-snapshots' });
  const wizard = await as(people.member, { path: '/compute/instances/add' });
  await make(page, SNAPSHOTS, name, 'volume-snapshot');
  await expect(page.getByText('Available', { exact: true })).toBeVisible();

  await wizard.getByRole('textbox', { name: 'Name', exact: true }).fill(`vm-${name}`);
  await inSection(wizard, 'Boot source', async (window) => {
    await window.getByRole('button', { name: 'Snapshot', exact: true }).click();
    await expect(window.getByRole('link', { name: 'Take a snapshot' })).toHaveAttribute(
      'href',
      /\/compute\/volume-snapshots\/add\?returnRoute=[\w-]+$/,
    );
    await window.getByRole('radio', { name }).check();
    await expectAccessible(wizard);
    await wizard.screenshot({ path: 'reports/screenshots/create-snapshot.png' });
  });
  await expect(wizard.getByRole('listitem').filter({ hasText: 'Boot source' })).toContainText(`Snapshot ${name} (`);
  await inSection(wizard, 'Flavor', (window) => window.getByRole('radio', { name: cloud.server.flavor }).check());
  await inSection(wizard, 'Networks', (window) => window.getByRole('checkbox', { name: cloud.server.network }).check());
  await wizard.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(wizard).toHaveURL(/\/compute\/instances(\?|$)/);
  await search(wizard, `vm-${name}`);
  await expect(row(wizard, `vm-${name}`)).toContainText('Active');
  await remove(page, name);
});
