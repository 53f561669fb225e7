import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { headOf, press } from '../support/head.ts';
import { make, remove } from '../support/section.ts';
import { confirmed } from '../support/servers.ts';
import { VOLUMES } from '../support/sections.ts';
import { to } from '../support/to.ts';

test('a volume is made, extended, kept while it has a snapshot, and deleted [route.volumes.details]', async ({
  as,
  complaints,
  people,
}) => {
  // A deletion that is refused, and details that ask for it once more when it is gone.
  complaints.expect(/status of (404|409)/);
  const name = `disk-${Date.now()}`;
  const page = await as(people.member, { path: `${VOLUMES.path}/add` });
  await make(page, VOLUMES, name);
  await expect(page.getByText('Available', { exact: true })).toBeVisible();

  await press(page, 'Extend');
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('spinbutton').fill('5');
  await page.getByRole('dialog').getByRole('button', { name: 'Extend' }).click();
  await expect(headOf(page)).toContainText('5 GiB');

  await press(page, 'Take snapshot');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name', exact: true }).fill(`moment-${name}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Take snapshot' }).click();
  await expect(page.getByRole('heading', { name: `moment-${name}`, level: 1 })).toBeVisible();
  await page.goBack();
  await page.getByRole('tab', { name: 'Snapshots' }).click();
  await expect(page).toHaveURL(/\/snapshots$/);
  await page.reload();
  await expect(page.getByRole('row').filter({ hasText: `moment-${name}` })).toContainText('Available');
  await expectAccessible(page);

  await press(page, 'Delete');
  await confirmed(page.getByRole('dialog'), 'Delete');
  await expect(page.getByRole('dialog')).toContainText(`The volume has 1 snapshot (moment-${name}). Delete it first.`);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: `moment-${name}` }).click();
  await remove(page, `moment-${name}`);
  await page.goBack();
  await expect(page.getByText('This volume has no snapshots.')).toBeVisible();
  await to(page, page.url().replace(/snapshots$/, 'overview'));
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  await remove(page, name);
});
