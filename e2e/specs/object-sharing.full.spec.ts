import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { bucketIn, BUCKETS, closeDialog, enabled, files, progress, textFile } from '../support/object-storage.ts';
import { signInTo } from '../../tools/lib/session.ts';
import { to } from '../support/to.ts';

test('an access key is limited when it is made, and the list shows what it may do', async ({ as, people, product }) => {
  const page = await as(people.lead, { path: BUCKETS });
  await enabled(page);
  await to(page, '/s3-storage/access');
  const table = page.getByRole('grid', { name: 'Access keys' });
  await page.getByRole('button', { name: 'Create access key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Read only' }).check();
  await dialog.getByRole('textbox', { name: 'Buckets' }).fill('Not a Bucket');
  await dialog.getByRole('button', { name: 'Create access key' }).click();
  await expect(dialog.getByText('Enter at most 20 different bucket names, separated by commas.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('textbox', { name: 'Buckets' }).fill('photos, reports');
  await dialog.getByRole('textbox', { name: 'Object name prefix' }).fill('2026/');
  await dialog.getByRole('spinbutton', { name: 'Expires after' }).fill('30');
  await dialog.getByRole('button', { name: 'Create access key' }).click();
  await expect(page.getByText('Secret key', { exact: true })).toBeVisible();
  const accessKey = (await dialog.locator('code').first().textContent()) ?? '';
  await page.getByRole('checkbox', { name: 'I have saved the secret key' }).check();
  await closeDialog(page);
  const row = table.getByRole('row').filter({ hasText: 'photos, reports' });
  await expect(row).toContainText('Read only');
  await expect(row).toContainText('Prefix: 2026/');
  await expect(table.getByRole('row').filter({ hasText: 'Read and write' })).toContainText('Never');
  // Others count the keys.
  const { domain, name, project = '', password } = people.lead;
  const session = await signInTo(product.selfService, domain, name, project, password);
  expect(await session.delete(`/api/v2/s3service/keys/${accessKey}`)).toBeLessThan(300);
});

test('a bucket is shared with a user, who finds and opens it, until that is taken back', async ({ as, complaints, people }) => {
  // A bucket without a policy, nobody of that name, and what is not shared any more.
  complaints.expect(/status of (400|403|404)/);
  const guest = await as(people.lead, { path: BUCKETS });
  await enabled(guest);
  await to(guest, '/s3-storage/access');
  const arn =
    (await guest
      .getByText(/^arn:aws:iam:::user\//)
      .first()
      .textContent()) ?? '';
  const page = await as(people.member, { path: BUCKETS });
  const name = await bucketIn(page);
  await files(page).setInputFiles([textFile('shared.txt')]);
  await expect(progress(page)).toContainText('1 of 1 file uploaded');
  await closeDialog(page);
  await to(page, BUCKETS);
  const share = async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Share' }).click();
  };
  await share();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('This bucket is not shared.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Share' }).click();
  const who = dialog.getByRole('textbox', { name: 'User ID or ARN' });
  await who.fill('nobody');
  await dialog.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByText('The domain has no such user or project.')).toBeVisible();
  await who.fill(arn);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Share' }).click();
  await expect(dialog.getByRole('row').filter({ hasText: 'Read only' })).toContainText('User');
  await closeDialog(page);

  await to(guest, BUCKETS);
  const shared = guest.getByRole('grid', { name: 'Shared with me' });
  await expect(shared.getByRole('row').filter({ hasText: name })).toContainText(people.member.name);
  await expectAccessible(guest);
  await shared.getByRole('link', { name, exact: true }).click();
  await expect(guest.getByRole('grid', { name: 'Files' }).getByText('shared.txt')).toBeVisible();

  await share();
  await dialog.getByRole('button', { name: /^Actions for / }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await expect(dialog.getByText('This bucket is not shared.')).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('Access denied.')).toBeVisible();
  await to(guest, BUCKETS);
  await expect(guest.getByRole('button', { name: 'Create bucket' }).first()).toBeVisible();
  await expect(shared.getByText(name)).toHaveCount(0);
});
