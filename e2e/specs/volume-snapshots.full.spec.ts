import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { send } from '../support/section.ts';
import { SNAPSHOTS } from '../support/sections.ts';
import { inSection, partOf, row, search } from '../support/servers.ts';
import { to } from '../support/to.ts';

test('a snapshot missed in the form of a new server is taken on the way, and is chosen as its boot source', async ({ as, people }) => {
  const name = `on-the-way-${Date.now()}`;
  const page = await as(people.member, { path: '/compute/instances/add' });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`vm-${name}`);
  await inSection(page, 'Boot source', async (window) => {
    await window.getByRole('button', { name: 'Snapshot', exact: true }).click();
    await window.getByRole('link', { name: 'Take snapshot' }).click();
    await expect(page.getByRole('heading', { name: SNAPSHOTS.add, level: 1 })).toBeVisible();
    await send(page, SNAPSHOTS, name);
    await expect(window.getByRole('radio', { name })).toBeChecked();
    await expect(window.getByRole('radio', { name })).toBeFocused();
  });
  await expect(partOf(page, 'Boot source')).toContainText(`Snapshot ${name} (`);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`vm-${name}`);
});

test('a server boots from a snapshot that was taken while its form was open', async ({ as, people, cloud }) => {
  const name = `moment-${Date.now()}`;
  const wizard = await as(people.member, { path: '/compute/instances/add' });
  await wizard.getByRole('textbox', { name: 'Name', exact: true }).fill(`vm-${name}`);
  const page = await as(people.member, { path: `${SNAPSHOTS.path}/add` });
  await send(page, SNAPSHOTS, name);
  await inSection(wizard, 'Boot source', async (window) => {
    await window.getByRole('button', { name: 'Snapshot', exact: true }).click();
    await expect(window.getByRole('link', { name: 'Take snapshot' })).toHaveAttribute(
      'href',
      /\/compute\/volume-snapshots\/add\?returnRoute=[\w-]+$/,
    );
    await window.getByRole('radio', { name }).check();
    await expectAccessible(wizard);
  });
  await expect(partOf(wizard, 'Boot source')).toContainText(`Snapshot ${name} (`);
  await inSection(wizard, 'Flavor', (window) => window.getByRole('radio', { name: cloud.server.flavor }).check());
  await inSection(wizard, 'Networks', (window) => window.getByRole('checkbox', { name: cloud.server.network }).check());
  await wizard.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(wizard.getByRole('heading', { name: `vm-${name}`, level: 1 })).toBeVisible();
  await to(wizard, '/compute/instances');
  await search(wizard, `vm-${name}`);
  await expect(row(wizard, `vm-${name}`)).toContainText('Running');
});
