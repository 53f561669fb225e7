import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, actionNames, choose, create, inSection, openActions, row, search } from '../support/servers.ts';

const LIST = '/compute/instances';
const GPU = 'CUSTOM_GPU';

test('a server is bound to a placement when it is made, is found by it, and later bound to another one', async ({ as, cloud, people }) => {
  const name = `placed-${Date.now()}`;
  const page = await as(people.member, { path: LIST });
  await create(page, cloud.server, name, () =>
    inSection(page, 'More options', async (section) => {
      const placements = section.getByRole('group', { name: 'Placements' });
      await expect(placements).toContainText('Nodes with graphics processors');
      await placements.getByRole('checkbox', { name: GPU }).check();
      await expectAccessible(page);
    }),
  );
  await search(page, name);
  await expect(row(page, name)).toContainText('Running');
  const filter = page.getByRole('combobox', { name: 'Name, IP address or ID' });
  await filter.fill('');
  await filter.click();
  await page.getByRole('option', { name: 'Placement:', exact: true }).click();
  await page.getByRole('option', { name: GPU }).click();
  await expect(page).toHaveURL(/placement=/);
  await expect(row(page, name)).toContainText('Running');

  await row(page, name).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('tabpanel', { name: 'Overview' })).toContainText(GPU);
  await page.goBack();
  await choose(page, name, 'Change placements');
  const dialog = page.getByRole('dialog', { name: 'Placement' });
  await expect(dialog.getByRole('checkbox', { name: GPU })).toBeChecked();
  // The node has both: what it is bound to from now on it offers.
  await dialog.getByRole('checkbox', { name: GPU }).uncheck();
  await dialog.getByRole('checkbox', { name: 'CUSTOM_SSD' }).check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row(page, name)).toHaveCount(0);
  await page.getByRole('button', { name: `Remove filter: ${GPU}` }).click();
  await expect(row(page, name)).toContainText('Running');
  await act(page, name, 'Delete');
  await expect(row(page, name)).toBeHidden();
});

test('placements are offered where the cloud binds single servers to them', { tag: '@main' }, async ({ as, api, people }) => {
  const page = await as(people.member, { path: `${LIST}?sort=created_at:asc` });
  const link = page.getByRole('grid', { name: 'Virtual machines' }).getByRole('row').nth(1).getByRole('link');
  const menu = await openActions(page, (await link.innerText()).trim());
  const offered = await actionNames(menu);
  expect(offered).toContain('Edit metadata');
  expect(offered.includes('Change placements')).toBe(api.capabilities.has('server.update:traits'));
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Create virtual machine', exact: true }).click();
  const available = page.getByRole('checkbox', { name: 'High availability' });
  await page.getByRole('button', { name: /: More options$/ }).click();
  await expect(page.getByRole('textbox', { name: 'Description' })).toBeVisible();
  await expect(available).toHaveCount(api.capabilities.has('server.create:ha_enabled') ? 1 : 0);
  await expect(page.getByRole('group', { name: 'Placements' })).toHaveCount(api.capabilities.has('server.create:traits') ? 1 : 0);
});
