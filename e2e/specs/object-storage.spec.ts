import { readFile } from 'node:fs/promises';
import { signIn } from '../../tools/lib/session.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { bucketIn, BUCKETS, closeDialog, enabled, files, heading, progress, switchedFor, textFile } from '../support/object-storage.ts';
import { signIn as enterAs } from '../support/people.ts';
import { to } from '../support/to.ts';

test('object storage opens with its buckets; a bucket shows what it is, and goes with its content after its name was typed [route.s3-storage, route.s3.buckets, route.s3.bucket-details]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/s3-storage' });
  await expect(page).toHaveURL(/\/s3-storage\/buckets$/);
  const name = await bucketIn(page);
  await files(page).setInputFiles([textFile('one.txt')]);
  await expect(progress(page)).toContainText('1 of 1 file uploaded');
  await closeDialog(page);
  await to(page, BUCKETS);
  const list = page.getByRole('grid', { name: 'Buckets' });
  await expect(list.getByRole('columnheader')).toHaveText(['Name', 'Created', 'Objects', 'Size', 'Actions']);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  await expect(page).toHaveURL(new RegExp(`${BUCKETS}/${name}$`));
  await expect(heading(page, name)).toBeVisible();
  await expect(page.getByText('arn:aws:iam:::user/')).toBeVisible();
  await expectAccessible(page);
  await to(page, BUCKETS);
  await expectAccessible(page);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('textbox', { name: `To confirm, type: ${name}` }).fill(name);
  await page.getByRole('checkbox', { name: 'Delete the content too' }).check();
  await page.getByRole('button', { name: 'Delete with content' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
});

test('the file manager shows a folder by its address, makes one, and leads back by each part of the way [route.s3.file-manager, route.s3.file-manager.path, route.s3.add-folder, route.s3.breadcrumb, s3.proxy-endpoint]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: BUCKETS });
  const asked: string[] = [];
  page.on('request', (request) => void (request.url().includes('list-type=2') && asked.push(request.url())));
  const name = await bucketIn(page);
  for (const folder of ['a', 'b']) {
    await page.getByRole('button', { name: 'New folder' }).click();
    await expect(page).toHaveURL(/\/add(\?|$)/);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(folder);
    await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
    const grid = page.getByRole('grid', { name: 'Files' });
    await expect(grid.locator('[data-marked]')).toContainText(folder);
    await grid.getByRole('link', { name: folder, exact: true }).click();
    await expect(page.getByRole('heading', { name: 'No files' })).toBeVisible();
  }
  await expect(page).toHaveURL(new RegExp(`/s3-storage/buckets/files/${name}\\?path=a%2Fb%2F$`));
  const trail = page.getByRole('navigation', { name: 'Folder path' });
  expect(await trail.getByRole('link').allTextContents()).toEqual([name, 'a', 'b']);
  await page.reload();
  await expect(trail.getByRole('link', { name: 'b', exact: true })).toHaveAttribute('aria-current', 'page');
  await trail.getByRole('link', { name: 'a', exact: true }).click();
  await expect(page.getByRole('grid', { name: 'Files' }).getByRole('link', { name: 'b', exact: true })).toBeVisible();
  await trail.getByRole('link', { name }).click();
  await expect(page.getByRole('grid', { name: 'Files' }).getByRole('link', { name: 'a', exact: true })).toBeVisible();
  expect(asked.length).toBeGreaterThan(0);
  for (const url of asked) expect(new URL(url).origin + new URL(url).pathname).toBe(`${new URL(page.url()).origin}/s3proxy/${name}/`);
});

test('files are uploaded to presigned addresses, loaded as one scrolls, and downloaded by the browser itself [dialog.upload-progress, s3.presigned-upload, s3.presigned-download]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: BUCKETS });
  const name = await bucketIn(page);
  const puts: string[] = [];
  page.on('request', (request) => void (request.method() === 'PUT' && puts.push(request.url())));
  const all = Array.from({ length: 45 }, (_, index) => textFile(`file-${String(index).padStart(2, '0')}.txt`, `bytes of ${index}`));
  await files(page).setInputFiles(all);
  await expect(progress(page).getByText('file-00.txt')).toBeVisible();
  await expect(progress(page).getByRole('progressbar').first()).toBeVisible();
  await expect(progress(page)).toContainText('45 of 45 files uploaded');
  // The notice goes by itself.
  await expect(page.getByText(`Uploaded to ${name}`)).toBeVisible();
  await expectAccessible(page);
  await closeDialog(page);
  expect(puts).toHaveLength(45);
  for (const url of puts) expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('3600');

  const table = page.getByRole('grid', { name: 'Files' });
  await expect(table.getByRole('link', { name: 'file-00.txt' })).toBeVisible();
  await table.evaluate((element) => element.closest('.gantry-objects-list')!.scrollTo(0, 10_000));
  await expect(table.getByRole('link', { name: 'file-35.txt' })).toBeVisible();
  await table.evaluate((element) => element.closest('.gantry-objects-list')!.scrollTo(0, 10_000));
  await expect(table.getByRole('link', { name: 'file-44.txt' })).toBeVisible();
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await table.getByRole('button', { name: 'Actions for file-44.txt' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  const saved = await download;
  expect(new URL(saved.url()).searchParams.has('X-Amz-Signature')).toBe(true);
  expect([saved.suggestedFilename(), await readFile(await saved.path(), 'utf8')]).toEqual(['file-44.txt', 'bytes of 44']);

  await table.getByRole('link', { name: 'file-44.txt' }).click();
  await expect(page.getByRole('complementary', { name: 'Details of file-44.txt' })).toContainText('text/plain');
});

test('an address leads to the details of a file, and several files go at once after a question [route.s3.file-details, dialog.deleting-items, selfservice.scope-s3]', async ({
  as,
  people,
  wire,
}) => {
  const page = await as(people.member, { path: BUCKETS, wire });
  const name = await bucketIn(page);
  const odd = 'a #1% add?.txt';
  await files(page).setInputFiles([textFile(odd), textFile('other.txt')]);
  await expect(progress(page)).toContainText('2 of 2 files uploaded');
  await closeDialog(page);
  await page.getByRole('link', { name: odd }).click();
  const details = page.getByRole('complementary', { name: `Details of ${odd}` });
  await expect(details).toContainText('ETag');
  await page.reload();
  await expect(details).toContainText('ETag');
  await page.getByRole('checkbox', { name: 'Select all loaded items' }).check();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('textbox', { name: 'To confirm, type: delete 2' }).fill('delete 2');
  const goOn = wire.hold(/POST \/s3proxy/);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByTestId('deleting-items');
  await expect(dialog).toContainText('0 objects deleted');
  goOn();
  await expect(dialog).toHaveCount(0);
  await to(page, `${BUCKETS}/files/${name}`);
  await expect(page.getByRole('heading', { name: 'No files' })).toBeVisible();
  await to(page, '/s3-storage/access');
  await expect(heading(page, 'Access keys')).toBeVisible();
});

test('uploads that wait or are under way are called off, a further batch goes behind them, and they go on on other pages [upload.abort, upload.append-batch, upload.summary-progress, upload.sequential]', async ({
  as,
  people,
  wire,
  complaints,
}) => {
  complaints.expect(/ERR_ABORTED/);
  const page = await as(people.member, { path: BUCKETS, wire });
  const name = await bucketIn(page);
  const goOn = wire.hold(/PUT \/s3proxy/);
  await files(page).setInputFiles(['one.txt', 'two.txt', 'three.txt'].map((one) => textFile(one)));
  const dialog = progress(page);
  await expect(dialog).toContainText('0 of 3 files uploaded');
  const row = (of: string) => dialog.getByRole('listitem').filter({ hasText: of });
  await expect(row('one.txt')).toContainText('Uploading');
  await expect(row('two.txt')).toContainText('Waiting');
  const sent = () => wire.asked.flatMap((one) => /^PUT \/s3proxy\/.*\/(\w+)\.txt/.exec(one)?.[1] ?? []);
  await expect.poll(sent).toEqual(['one']);
  await row('two.txt').getByRole('button').click();
  await expect(row('two.txt')).toContainText('Cancelled');
  await row('one.txt').getByRole('button').click();
  await expect(row('one.txt')).toContainText('Cancelled');
  await expect(row('three.txt')).toContainText('Uploading');
  await expect.poll(sent).toEqual(['one', 'three']);
  await closeDialog(page);
  await files(page).setInputFiles([textFile('four.txt')]);
  await expect(dialog).toContainText('0 of 4 files uploaded');
  await closeDialog(page);
  const notice = page.getByRole('listitem').filter({ hasText: `Uploading to ${name}` });
  await expect(notice).toContainText('0 of 4 files uploaded');
  await page.getByRole('link', { name: 'Volumes' }).click();
  await expect(heading(page, 'Volumes')).toBeVisible();
  goOn();
  await expect(page.getByText('2 of 4 files uploaded')).toBeVisible();
  expect(sent()).toEqual(['one', 'three', 'four']);
});

test('uploads that are refused say why, and all of them together name the bucket [err.upload-failed, upload.summary-error, upload.summary-success]', async ({
  as,
  people,
  wire,
  complaints,
}) => {
  complaints.expect(/status of 500/);
  const page = await as(people.member, { path: BUCKETS, wire });
  const name = await bucketIn(page);
  const back = wire.fail(/PUT \/s3proxy/, 500);
  await files(page).setInputFiles([textFile('one.txt'), textFile('two.txt')]);
  await expect(progress(page)).toContainText('0 of 2 files uploaded');
  await expect(progress(page).getByRole('listitem').filter({ hasText: 'two.txt' })).toContainText('The storage');
  await expect(page.getByText(`Upload to ${name} failed`)).toBeVisible();
  back();
  await progress(page).getByRole('button', { name: 'Try again' }).click();
  await expect(progress(page)).toContainText('2 of 2 files uploaded');
  await closeDialog(page);
  wire.fail(/PUT \/s3proxy\/.*bad\.txt/, 500);
  await files(page).setInputFiles([textFile('good 1.txt'), textFile('bad.txt'), textFile('good 2.txt')]);
  await expect(progress(page)).toContainText('2 of 3 files uploaded');
  await closeDialog(page);
  const summary = page.getByRole('listitem').filter({ hasText: `Uploaded to ${name}` });
  await expect(summary).toContainText('2 of 3 files uploaded');
});

test('access keys show a secret once, and what clients have to be told [route.s3.access, route.s3.create-key]', async ({ as, people }) => {
  const page = await as(people.lead, { path: BUCKETS });
  await enabled(page);
  await page.getByRole('tab', { name: 'Access keys' }).click();
  const table = page.getByRole('grid', { name: 'Access keys' });
  await expect(table.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'Set up a client' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create access key' }).click();
  await expect(page).toHaveURL(/\/s3-storage\/access\/create-key$/);
  await page.getByRole('dialog').getByRole('button', { name: 'Create access key' }).click();
  await expect(page.getByText('Secret key', { exact: true })).toBeVisible();
  const secret = (await page.getByRole('dialog').locator('code').nth(1).textContent()) ?? '';
  expect(secret).toMatch(/^[\w-]{40}$/);
  await page.getByRole('checkbox', { name: 'I have saved the secret key' }).check();
  await closeDialog(page);
  await expect(table.getByRole('row')).toHaveCount(3);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(secret);
  expect(await page.content()).not.toContain(secret);
});

test(
  'administrators see the users of object storage and what is kept, disable and enable one, and limit what they may keep',
  { tag: '@full' },
  async ({ as, people }) => {
    const member = await as(people.member, { path: BUCKETS });
    await bucketIn(member);
    const page = await as(people.admin, { path: '/storage-services/s3/users' });
    const row = page.getByRole('row').filter({ hasText: people.member.name });
    await expect(row).toContainText('Enabled');
    const change = async (action: string) => {
      await row.getByRole('button', { name: `Actions for ${people.member.name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await change('Disable');
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await expect(row).toContainText('Disabled');
    await change('Enable');
    await expect(row).toContainText('Enabled');
    await expect(page.getByRole('grid', { name: 'Usage by domain' })).toContainText(people.member.domain);
    await change('Set limits');
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByRole('spinbutton', { name: 'Storage space' }).fill('3');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).toContainText('/ 3 GiB');
    await change('Set limits');
    await dialog.getByRole('spinbutton', { name: 'Storage space' }).fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(row).not.toContainText('/ 3 GiB');
    await expectAccessible(page);
  },
);

test(
  'administrators switch object storage off for a domain, which its users are told, and on again, and limit a project',
  { tag: '@full' },
  async ({ as, people, complaints }) => {
    complaints.expect(/status of 403/);
    const { domain, project = '' } = people.member;
    const member = await as(people.member, { path: BUCKETS });
    await bucketIn(member);
    const page = await as(people.admin, { path: '/storage-services/s3/users' });
    const row = page.getByRole('grid', { name: 'Usage by domain' }).getByRole('row').filter({ hasText: domain });
    const dialog = page.getByRole('dialog');
    await row.getByRole('button', { name: `Actions for ${domain}` }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await expect(row).toContainText('Disabled');
    await member.goto(new URL(BUCKETS, member.url()).href);
    await expect(member.getByRole('heading', { name: 'Object storage is not available' })).toBeVisible();
    await row.getByRole('button', { name: `Actions for ${domain}` }).click();
    await page.getByRole('menuitem', { name: 'Enable' }).click();
    await dialog.getByRole('button', { name: 'Enable' }).click();
    await expect(row).toContainText('Enabled');
    await member.goto(new URL(BUCKETS, member.url()).href);
    await expect(heading(member, 'Buckets')).toBeVisible();

    for (const limit of ['5', '']) {
      await page.getByRole('button', { name: 'Limits of a project' }).click();
      await dialog.getByRole('radio', { name: project }).check();
      await dialog.getByRole('button', { name: 'Continue' }).click();
      await expect(dialog.getByRole('spinbutton', { name: 'Storage space' })).toHaveValue(limit === '' ? '5' : '');
      await expectAccessible(page);
      await dialog.getByRole('spinbutton', { name: 'Storage space' }).fill(limit);
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toHaveCount(0);
    }
  },
);

test('a user who administers networks only may open none of the pages of object storage [route.s3.permission]', async ({
  open,
  people,
  product,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const admin = (await signIn(product.administration, people.admin.domain, people.admin.name, people.admin.password)).wide();
  const { data: domains } = (await admin.get('/api/v2/domains')) as { data: { id: string; name: string }[] };
  const { domain, password } = people.admin;
  const { id } = domains.find(({ name }) => name.toLowerCase() === domain.toLowerCase())!;
  const name = `networks-${Date.now()}`;
  await admin.post(`/api/v2/domains/${id}/users`, { name, password, system_permissions: ['network'] });
  const page = await open();
  await enterAs(page, product.administration, { name, domain, password, side: 'administration' }, '/compute/networks');
  await expect(heading(page, 'Networks')).toBeVisible();
  const own = [
    '/buckets',
    '/buckets/any',
    '/buckets/files/any',
    '/buckets/files/any/add',
    '/buckets/files/any/x',
    '/access',
    '/access/create-key',
  ];
  for (const path of ['', ...own]) {
    await to(page, `/s3-storage${path}`);
    await expect(page).toHaveURL(/\/error403$/);
  }
});

test('the menu leads to object storage only where it is available, and the section says why not [menu.s3-conditional]', async ({
  as,
  people,
  product,
  complaints,
}) => {
  complaints.expect(/status of 403/);
  const change = await switchedFor(product, people.admin, people.stranger.domain);
  const page = await as(people.stranger);
  const entry = page.getByRole('link', { name: 'Object storage' });
  await expect(entry).toBeVisible();
  await change(false);
  await page.goto(product.selfService + BUCKETS);
  await expect(page.getByRole('heading', { name: 'Object storage is not available' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Volumes' })).toBeVisible();
  await expect(entry).toHaveCount(0);
  await expectAccessible(page);
  await change(true);
  await page.reload();
  await expect(entry).toBeVisible();
});
