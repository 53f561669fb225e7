import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { remove, send } from '../support/section.ts';
import { IMAGES } from '../support/sections.ts';
import { to } from '../support/to.ts';

test('an image is uploaded, becomes active in the list without a reload, and a volume is made of it [route.images, route.images.add, route.images.details, route.images.create-volume, image.live]', async ({
  as,
  complaints,
  people,
}) => {
  complaints.expect(/status of 404/);
  const name = `golden-${Date.now()}`;
  const list = await as(people.member, { path: IMAGES.path });
  await expect(list.getByRole('grid', { name: 'Images' })).toContainText('Debian 13');
  const page = await as(people.member, { path: `${IMAGES.path}/add` });
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByText('Choose a file.')).toBeVisible();
  const file = { name: 'disk.qcow2', mimeType: 'application/octet-stream', buffer: Buffer.from('no qcow2 at all') };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('The file does not have the format qcow2.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('');
  await send(page, IMAGES, name);
  // The file is sent while one works on.
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(list.getByRole('row').filter({ hasText: name })).toContainText('Active');
  await expect(page.getByRole('main')).toContainText('512 B');

  await press(page, 'Create volume');
  await expect(page).toHaveURL(/\/create-volume$/);
  const address = new URL(page.url()).pathname;
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create volume' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/compute\/volumes\/[^/]+$/);
  const volumes = await as(people.member, { path: '/compute/volumes' });
  await expect(volumes.getByRole('grid', { name: 'Volumes' }).getByRole('row').filter({ hasText: name })).toContainText('Available');

  const viewer = await as(people.viewer, { path: `${IMAGES.path}/add` });
  await expect(viewer).toHaveURL(/\/error403/);
  await to(viewer, address);
  await expect(viewer).toHaveURL(/\/error403/);
  await page.goBack();
  await remove(page, name);
});
