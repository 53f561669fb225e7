/** Older versions of objects in the file manager, what is set for a bucket, and the way to a far name. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { bucketIn, BUCKETS, closeDialog, files, progress, textFile } from '../support/object-storage.ts';
import { to } from '../support/to.ts';

const put = async (page: Page, ...all: ReturnType<typeof textFile>[]) => {
  await files(page).setInputFiles(all);
  await expect(progress(page)).toContainText(all.length === 1 ? '1 of 1 file uploaded' : `${all.length} of ${all.length} files uploaded`);
  await closeDialog(page);
};
const replace = async (page: Page, file: ReturnType<typeof textFile>) => {
  await files(page).setInputFiles([file]);
  await page.getByRole('radio', { name: 'Replace all' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Upload files' }).click();
  await expect(progress(page)).toContainText('1 of 1 file uploaded');
  await closeDialog(page);
};

test('older versions are shown, downloaded, restored and deleted, and what was deleted comes back', async ({ as, people, complaints }) => {
  // Nothing is set yet, says the storage by that status.
  complaints.expect(/status of 404/);
  const page = await as(people.member, { path: BUCKETS });
  const name = await bucketIn(page);
  await expect(page.getByRole('switch', { name: 'Show versions' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const versioning = page.getByRole('region', { name: 'Versioning' });
  await expect(versioning).toContainText('Off');
  await versioning.getByRole('button', { name: 'Enable versioning' }).click();
  await expect(versioning).toContainText('Enabled');
  await page.getByRole('tab', { name: 'Files' }).click();
  await put(page, textFile('a.txt', 'first'));
  await replace(page, textFile('a.txt', 'second'));
  await page.getByRole('switch', { name: 'Show versions' }).press(' ');
  const table = page.getByRole('grid', { name: 'Files' });
  // As it is written: a heading has another word that ends so.
  const row = (mark: string) => table.getByRole('row').filter({ hasText: new RegExp(mark) });
  const act = async (mark: string, action: string) => {
    await row(mark).getByRole('button', { name: 'Actions for a.txt' }).click();
    await page.getByRole('menuitem', { name: action }).click();
  };
  const remove = async (mark: string, action: string) => {
    await act(mark, action);
    await page.getByRole('textbox', { name: 'To confirm, type: a.txt' }).fill('a.txt');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  };
  const download = async (mark: string) => {
    const saved = page.waitForEvent('download');
    await act(mark, 'Download');
    const stream = await (await saved).createReadStream();
    return (await stream.toArray()).join('');
  };
  await expect(row('Current')).toHaveCount(1);
  expect([await download('Older'), await download('Current')]).toEqual(['first', 'second']);
  await expectAccessible(page);

  await act('Older', 'Restore');
  await expect(row('Older')).toHaveCount(2);
  expect(await download('Current')).toBe('first');
  await remove('Current', 'Delete this version');
  await expect(row('Older')).toHaveCount(1);
  expect(await download('Current')).toBe('second');

  await page.getByRole('switch', { name: 'Show versions' }).press(' ');
  await table.getByRole('button', { name: 'Actions for a.txt' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('textbox', { name: 'To confirm, type: a.txt' }).fill('a.txt');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { name: 'No files' })).toBeVisible();
  await page.getByRole('switch', { name: 'Show versions' }).press(' ');
  await act('Delete marker', 'Restore');
  await expect(row('Delete marker')).toHaveCount(0);
  await expect(row('Current')).toHaveCount(1);
  await page.reload();
  await expect(row('Older')).toHaveCount(1);

  await to(page, BUCKETS);
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('textbox', { name: `To confirm, type: ${name}` }).fill(name);
  await page.getByRole('checkbox', { name: 'Delete the content too' }).check();
  await page.getByRole('button', { name: 'Delete with content' }).click();
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0);
});

test('tags, lifecycle and CORS of a bucket are set, changed and taken away', async ({ as, people, complaints }) => {
  complaints.expect(/status of 404/);
  const page = await as(people.member, { path: BUCKETS });
  await bucketIn(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const dialog = page.getByRole('dialog');
  const save = async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  };
  const tags = page.getByRole('region', { name: 'Tags' });
  await tags.getByRole('button', { name: 'Edit tags' }).click();
  await dialog.getByRole('button', { name: 'Add tag' }).click();
  await dialog.getByRole('textbox', { name: 'Key 1' }).fill('team');
  await dialog.getByRole('textbox', { name: 'Value 1' }).fill('red');
  await save();
  await expect(tags.getByRole('row').nth(1)).toContainText('red');

  const lifecycle = page.getByRole('region', { name: 'Lifecycle' });
  await lifecycle.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('textbox', { name: 'Rule name' }).fill('logs');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('spinbutton', { name: 'Delete objects after' })).toBeFocused();
  await dialog.getByRole('spinbutton', { name: 'Delete objects after' }).fill('30');
  await dialog.getByRole('textbox', { name: 'Name begins with' }).fill('logs/');
  await expectAccessible(page);
  await save();
  const rule = lifecycle.getByRole('row').filter({ hasText: 'logs/*' });
  await expect(rule).toContainText('Objects after: 30 days');
  await rule.getByRole('button', { name: 'Actions for logs' }).click();
  await page.getByRole('menuitem', { name: 'Disable rule' }).click();
  await expect(rule).toContainText('Disabled');
  await rule.getByRole('button', { name: 'Actions for logs' }).click();
  await page.getByRole('menuitem', { name: 'Edit rule' }).click();
  await dialog.getByRole('spinbutton', { name: 'Delete older versions after' }).fill('7');
  await save();
  await expect(rule).toContainText('Older versions after: 7 days');
  await expect(rule).toContainText('Disabled');

  const cors = page.getByRole('region', { name: 'Cross-origin access (CORS)' });
  await cors.getByRole('button', { name: 'Add rule' }).click();
  await dialog.getByRole('textbox', { name: 'Origins' }).fill('https://*.example.org\nhttps://other.example');
  await dialog.getByRole('checkbox', { name: 'PUT' }).check();
  await save();
  await expect(cors.getByRole('row').nth(1)).toContainText('https://*.example.org, https://other.example');
  await expect(cors.getByRole('row').nth(1)).toContainText('GET, PUT');
  await expectAccessible(page);
  await cors.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(cors.getByRole('row')).toHaveCount(0);
  await page.reload();
  await expect(rule).toContainText('Objects after: 30 days');
  await expect(tags).toContainText('team');
});

test('a file that is far down a folder is reached by its name at once, and files before it are left out', async ({ as, people }) => {
  const page = await as(people.member, { path: BUCKETS });
  await bucketIn(page);
  await put(page, ...Array.from({ length: 60 }, (_, index) => textFile(`file-${String(index).padStart(2, '0')}.txt`)));
  const lists: string[] = [];
  page.on('request', (request) => void (request.url().includes('start-after=') && lists.push(request.url())));
  await page.getByRole('textbox', { name: 'Go to name' }).fill('file-58.txt');
  const table = page.getByRole('grid', { name: 'Files' });
  await expect(table.getByRole('link').first()).toHaveText('file-58.txt');
  expect(await table.getByRole('link').allTextContents()).toEqual(['file-58.txt', 'file-59.txt']);
  expect([...new Set(lists)]).toHaveLength(1);
  await page.reload();
  await expect(table.getByRole('link')).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear the search text' }).last().click();
  await expect(table.getByRole('link').first()).toHaveText('file-00.txt');
});
