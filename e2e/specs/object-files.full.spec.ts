/** What is done with files of object storage beyond sending them there: seen, shared, taken home, and sent where the way there breaks. */
import { readFile } from 'node:fs/promises';
import { createS3Api } from '../../console/src/parts/object-storage/client.ts';
import { sendFile } from '../../console/src/parts/object-storage/uploads/send-file.ts';
import type { PutInput } from '../../console/src/parts/object-storage/uploads/send.ts';
import { S3Error } from '../../console/src/parts/object-storage/s3-error.ts';
import { signInTo } from '../../tools/lib/session.ts';
import { PASSWORD } from '../../tools/lib/product.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { bucketIn, BUCKETS, closeDialog, files, heading, progress, textFile } from '../support/object-storage.ts';

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

test('pictures and text of a bucket are shown, markup as text; a link works until taken back; several files come as a ZIP', async ({
  as,
  people,
  complaints,
}) => {
  const page = await as(people.member, { path: BUCKETS });
  const name = await bucketIn(page);
  const script = '<script>document.title = "escaped"</script>';
  await files(page).setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: PIXEL },
    { name: 'page.html', mimeType: 'text/html', buffer: Buffer.from(script) },
    textFile('notes.txt', 'what is in it'),
  ]);
  await expect(progress(page)).toContainText('3 of 3 files uploaded');
  await closeDialog(page);
  const table = page.getByRole('grid', { name: 'Files' });
  const choose = async (file: string, action: string) => {
    await table.getByRole('button', { name: `Actions for ${file}` }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('dot.png', 'Preview');
  const picture = page.getByRole('img', { name: 'dot.png' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
  await expectAccessible(page);
  await closeDialog(page);
  await choose('page.html', 'Preview');
  expect(await page.getByTestId('object-preview').getByRole('textbox').inputValue()).toContain(script);
  await expect(page).not.toHaveTitle(/escaped/);
  await closeDialog(page);

  await choose('notes.txt', 'Copy link');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: '1 day' }).check();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const link = (await dialog.locator('code').textContent()) ?? '';
  expect(new URL(link).searchParams.get('X-Amz-Expires')).toBe('86400');
  await expectAccessible(page);
  const open = async () => {
    const answer = await fetch(link);
    return [answer.status, await answer.text()] as const;
  };
  expect(await open()).toEqual([200, 'what is in it']);
  await dialog.getByRole('button', { name: 'Revoke all my links' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke all my links' }).click();
  await expect(dialog).toContainText('All your links have been revoked.');
  expect((await open())[0]).toBe(403);
  await closeDialog(page);

  await page.getByRole('checkbox', { name: 'Select all loaded items' }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('toolbar').getByRole('button', { name: 'Download as ZIP' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/\.zip$/);
  expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');
  await page.goto(new URL(BUCKETS, page.url()).href);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row.getByRole('gridcell').nth(2)).toHaveText('3');
  await page.getByRole('button', { name: 'Created' }).click();
  await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'ascending');
  await expectAccessible(page);
  complaints.expect(/status of 403/);
});

test('a file is sent again where the storage was busy, one that waits counts as taken, and who signs out leaves nothing behind', async ({
  as,
  people,
  wire,
  complaints,
}) => {
  complaints.expect(/status of 503|ERR_ABORTED/);
  const page = await as(people.member, { path: BUCKETS, wire, fresh: true });
  await bucketIn(page);
  const back = wire.fail(/PUT \/s3proxy/, 503);
  await files(page).setInputFiles([textFile('one.txt')]);
  await expect(progress(page)).toContainText('0 of 1 file uploaded');
  await expect.poll(() => wire.asked.filter((one) => one.startsWith('PUT /s3proxy')).length).toBeGreaterThan(1);
  back();
  await expect(progress(page)).toContainText('1 of 1 file uploaded');
  await closeDialog(page);

  wire.hold(/PUT \/s3proxy/);
  await files(page).setInputFiles([textFile('two.txt')]);
  await expect(progress(page)).toContainText('0 of 1 file uploaded');
  await closeDialog(page);
  await files(page).setInputFiles([textFile('two.txt', 'another')]);
  await expect(page.getByRole('dialog')).toContainText('1 file already exists');
  await page.getByRole('radio', { name: 'Keep both and rename' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Upload files' }).click();
  await expect(progress(page)).toContainText('two (1).txt');
  await closeDialog(page);
  await page.getByRole('button', { name: people.member.name }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByLabel('User name')).toBeVisible();
  await expect(page.getByText('two.txt')).toHaveCount(0);
  await expect(page.getByText('Uploading to')).toHaveCount(0);
});

test('a file sent in parts is whole in the storage and leaves no part when called off; keys with dots are found', async ({ product }) => {
  const session = await signInTo(product.selfService, 'acme', 'acme-member', 'acme-prod', PASSWORD);
  await session.post('/api/v2/s3service', {});
  const s3 = createS3Api({ origin: product.selfService, headers: () => session.headers });
  const bucketName = `parts-${Date.now()}`;
  await s3.createBucket(bucketName);
  const bytes = Buffer.alloc(11 * 1024 ** 2, 'gantry');
  const file = new File([bytes], 'large.bin', { type: 'application/x-large' });
  const put = async ({ url, file: part, headers, onProgress }: PutInput): Promise<string> => {
    const answer = await fetch(url, { method: 'PUT', body: part, headers: headers() });
    if (!answer.ok) throw new S3Error(`http-${answer.status}`, await answer.text(), { status: answer.status });
    onProgress(part.size);
    return (answer.headers.get('etag') ?? '').replaceAll('"', '');
  };
  const send = (key: string, signal: AbortSignal, how = put) =>
    sendFile({
      bucketName,
      key,
      file,
      signal,
      s3,
      put: how,
      onProgress: () => undefined,
      headers: () => session.headers,
      singleMax: 1,
      partBytes: 5 * 1024 ** 2,
    });
  await send('d/large.bin', new AbortController().signal);
  const found = await s3.details(bucketName, 'd/large.bin');
  expect(found).toMatchObject({ size: bytes.length, type: 'application/x-large' });
  expect(found.etag).toMatch(/-3$/);
  const read = await fetch(`${product.selfService}/s3proxy/${bucketName}/d/large.bin`, { headers: session.headers });
  expect(Buffer.from(await read.arrayBuffer()).equals(bytes)).toBe(true);
  const uploads = async () => (await fetch(`${product.selfService}/s3proxy/${bucketName}?uploads`, { headers: session.headers })).text();
  const stop = new AbortController();
  let sent = 0;
  const failed = await send('other.bin', stop.signal, async (input) => {
    if ((sent += 1) === 2) {
      expect(await uploads()).toContain('<Key>other.bin</Key>');
      stop.abort();
      throw new S3Error('cancel', 'Cancelled');
    }
    return put(input);
  }).catch((error: unknown) => error);
  expect(failed).toMatchObject({ code: 'cancel' });
  expect(await uploads()).not.toContain('<Key>');
  await send('a/../b', new AbortController().signal);
  expect((await s3.details(bucketName, 'a/../b')).size).toBe(bytes.length);
  expect((await s3.page(bucketName, { prefix: 'a/../', max: 10 })).objects.map(({ Key }) => Key)).toEqual(['a/../b']);
});

test('administrators make and delete keys of a user, switch a domain, and limit a project', async ({ as, people, product }) => {
  const member = await as(people.member, { path: BUCKETS });
  await bucketIn(member);
  const page = await as(people.admin, { path: '/storage-services/s3/users' });
  await expect(heading(page, 'Object storage users')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: people.member.name });
  await row.getByRole('button', { name: `Actions for ${people.member.name}` }).click();
  await page.getByRole('menuitem', { name: 'Access keys' }).click();
  const keys = page.getByRole('dialog').getByRole('grid', { name: 'Access keys' });
  await expect(keys.getByRole('row')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Create access key' }).click();
  // What the key may do is asked in a dialog of its own.
  await page.getByRole('dialog', { name: 'Create access key' }).getByRole('button', { name: 'Create access key' }).click();
  await page.getByRole('checkbox', { name: 'I have saved the secret key' }).check();
  await closeDialog(page);
  await expect(keys.getByRole('row')).toHaveCount(3);
  await keys
    .getByRole('button', { name: /^Actions for / })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(keys.getByRole('row')).toHaveCount(2);
  await closeDialog(page);

  const session = await signInTo(product.selfService, 'acme', 'acme-member', 'acme-prod', PASSWORD);
  const service = async () => (await fetch(`${product.selfService}/api/v2/s3service`, { headers: session.headers })).status;
  for (const [action, status] of [
    ['Disable', 403],
    ['Enable', 200],
  ] as const) {
    await page.getByRole('button', { name: `Actions for ${people.member.domain}`, exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: action }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await service()).toBe(status);
  }

  const dialog = page.getByRole('dialog');
  for (const [before, after] of [
    ['', '7'],
    ['7', ''],
  ] as const) {
    await page.getByRole('button', { name: 'Limits of a project' }).click();
    const choice = dialog.getByRole('radio', { name: /acme-prod/ }).or(dialog.getByText('acme-prod', { exact: true }));
    await choice.first().click();
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const field = dialog.getByRole('spinbutton', { name: 'Storage space' });
    await expect(field).toHaveValue(before);
    await field.fill(after);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  }
});
