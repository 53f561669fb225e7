import { encodeReturn } from '../support/return-route.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { make, remove, send } from '../support/section.ts';
import { VOLUMES } from '../support/sections.ts';
import { confirmed } from '../support/servers.ts';
import { to } from '../support/to.ts';

test('a volume is copied, attached and becomes an image at addresses of their own, which lead to what was made or to where they say [route.volumes, route.volumes.add, route.volumes.clone, route.volumes.image-add]', async ({
  as,
  complaints,
  people,
}) => {
  complaints.expect(/status of (403|404)/);
  const name = `origin-${Date.now()}`;
  const page = await as(people.member, { path: VOLUMES.path });
  await expect(page.getByRole('grid', { name: 'Volumes' })).toBeVisible();
  await to(page, `${VOLUMES.path}/add`);
  await make(page, VOLUMES, name);
  const { pathname } = new URL(page.url());
  const rows = page.getByRole('grid', { name: 'Volumes' }).getByRole('row');
  await expect(page.getByText('Available', { exact: true })).toBeVisible();

  await to(page, `${pathname}/clone`);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(`Copy of ${name}`);
  await dialog.getByRole('spinbutton', { name: 'Size' }).fill('2');
  await dialog.getByRole('button', { name: 'Clone' }).click();
  await expect(dialog).toContainText('The value must be at least 3.');
  await expectAccessible(page);
  await dialog.getByRole('spinbutton', { name: 'Size' }).fill('4');
  await dialog.getByRole('button', { name: 'Clone' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { name: `Copy of ${name}`, level: 1 })).toBeVisible();
  await to(page, VOLUMES.path);
  await expect(rows.filter({ hasText: `Copy of ${name}` })).toContainText('Available');
  await expect(rows.filter({ hasText: `Copy of ${name}` })).toContainText('4 GiB');

  await rows
    .filter({ hasText: `Copy of ${name}` })
    .getByRole('button', { name: /^Actions for / })
    .click();
  await page.getByRole('menuitem', { name: 'Attach', exact: true }).click();
  await dialog.getByRole('radio', { name: 'eu-mail-01', exact: true }).check();
  await dialog.getByRole('button', { name: 'Attach', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(rows.filter({ hasText: `Copy of ${name}` })).toContainText('In use');
  await expect(rows.filter({ hasText: `Copy of ${name}` })).toContainText('eu-mail-01');

  const back = encodeReturn({ name: '/compute/images', params: {}, query: {} });
  await to(page, `${pathname}/image-add/${back}`);
  await dialog.getByRole('textbox', { name: 'Image name' }).fill(`image of ${name}`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create image' }).click();
  await expect(page).toHaveURL(/\/compute\/images/);
  await expect(
    page
      .getByRole('grid', { name: 'Images' })
      .locator('[data-marked]')
      .filter({ hasText: `image of ${name}` }),
  ).toContainText('Active');

  const viewer = await as(people.viewer, { path: `${VOLUMES.path}/add` });
  await expect(viewer).toHaveURL(/\/error403/);
  for (const dialogAt of ['clone', 'image-add']) {
    await to(viewer, `${pathname}/${dialogAt}`);
    await expect(viewer).toHaveURL(/\/error403/);
  }
  await to(page, pathname);
  await remove(page, name);
});

test('a snapshot is renamed, becomes a volume and an image, and brings its volume back [route.volumes.snapshot-edit, route.volumes.snapshot-image, route.volumes.snapshot-volume, route.nested-dialogs]', async ({
  as,
  complaints,
  people,
}) => {
  complaints.expect(/status of 404/);
  const name = `kept-${Date.now()}`;
  const page = await as(people.member, { path: `${VOLUMES.path}/add` });
  await make(page, VOLUMES, name);
  await expect(page.getByText('Available', { exact: true })).toBeVisible();
  await press(page, 'Take snapshot');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('first');
  await dialog.getByRole('button', { name: 'Take snapshot' }).click();
  await expect(page.getByRole('heading', { name: 'first', level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('tab', { name: 'Snapshots' }).click();
  await expect(page.getByRole('row').filter({ hasText: 'first' })).toContainText('Available');
  const act = async (action: string) => {
    await page
      .getByRole('row')
      .getByRole('button', { name: /^Actions for / })
      .click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  await act('Edit');
  await expect(page).toHaveURL(/\/snapshots\/[^/]+\/edit$/);
  const [volume = '', snapshot = ''] = page.url().split(/\/snapshots\/|\/edit/);
  // Each nested address opens by itself, over the list or the page that it belongs to.
  for (const [address, behind] of [
    [`${volume}/snapshots/${snapshot}/createImage`, 'first'],
    [`${volume}/snapshots/${snapshot}/createVolume`, 'first'],
    [`${volume}/clone`, name],
    [`${volume}/snapshots/${snapshot}/edit`, 'first'],
  ] as const) {
    await to(page, '/void');
    await to(page, address);
    await expect(dialog.getByRole('button').first()).toBeVisible();
    await expect(page.locator('main').getByText(behind).first()).toBeVisible();
  }
  await page.reload();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('renamed');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/snapshots$/);
  const row = page.getByRole('row').filter({ hasText: 'renamed' });
  await expect(row).toContainText('Available');
  await expectAccessible(page);

  await act('Create volume');
  await expect(page).toHaveURL(/\/createVolume$/);
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`made of ${name}`);
  await dialog.getByRole('button', { name: 'Create volume' }).click();
  await expect(page.getByRole('heading', { name: `made of ${name}`, level: 1 })).toBeVisible();
  await expect(page.getByText('Available', { exact: true })).toBeVisible();

  await to(page, `${volume}/snapshots`);
  await act('Create image');
  await expect(page).toHaveURL(/\/createImage$/);
  await dialog.getByRole('textbox', { name: 'Image name' }).fill(`seen in ${name}`);
  await dialog.getByRole('button', { name: 'Create image' }).click();
  await expect(
    page
      .getByRole('grid', { name: 'Images' })
      .locator('[data-marked]')
      .filter({ hasText: `seen in ${name}` }),
  ).toContainText('Active');
  await to(page, `${volume}/snapshots`);
  await expect(row).toContainText('Available');

  await act('Revert volume');
  await confirmed(dialog, 'Revert volume');
  await expect(dialog).toBeHidden();
  await expect(row).toContainText('Available');
  await act('Delete');
  await confirmed(dialog, 'Delete');
  await expect(page.getByText('This volume has no snapshots.')).toBeVisible();
  await remove(page, name);
});

test(
  'a volume is made from the page of a server and attached there, and a snapshot is taken of it',
  { tag: '@full' },
  async ({ as, people }) => {
    const name = `of-server-${Date.now()}`;
    const page = await as(people.member, { path: '/compute/instances' });
    await page.getByRole('grid', { name: 'Virtual machines' }).getByRole('link', { name: 'eu-mail-01', exact: true }).click();
    await page.getByRole('tab', { name: 'Volumes' }).click();
    await page.getByRole('button', { name: 'Create volume' }).click();
    await expect(page).toHaveURL(/\/compute\/volumes\/add\?returnRoute=/);
    await send(page, VOLUMES, name);
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('radio', { name })).toBeChecked();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Attach volume' }).click();
    await expect(dialog).toBeHidden();
    const row = page.getByRole('row').filter({ hasText: name });
    await expect(row).toContainText('In use');
    await row.getByRole('button', { name: /^Actions for / }).click();
    await page.getByRole('menuitem', { name: 'Take snapshot' }).click();
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill(`moment-${name}`);
    await dialog.getByRole('button', { name: 'Take snapshot' }).click();
    await expect(dialog).toBeHidden();
    const snapshots = await as(people.member, { path: '/compute/volume-snapshots' });
    await expect(snapshots.getByRole('row').filter({ hasText: `moment-${name}` })).toContainText('Available');
  },
);
