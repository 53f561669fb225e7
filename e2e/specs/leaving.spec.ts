import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { inEach } from '../support/languages.ts';
import { signIn } from '../support/people.ts';
import { openProduct } from '../support/product.ts';

/** Whether the page keeps the browser from leaving, and what it says to older ones. */
const asked = (page: Page): Promise<{ held: boolean; text: string }> =>
  page.evaluate(() => {
    const event = document.createEvent('BeforeUnloadEvent');
    event.initEvent('beforeunload', false, true);
    dispatchEvent(event);
    return { held: event.defaultPrevented, text: String(event.returnValue) };
  });

test('while an image is uploaded the browser asks, in each language, before the page is left, and nobody is signed out for being idle; afterwards both are as ever [notif.before-unload, choice.before-unload-text, auth.idle-prevented]', async ({
  open,
  cloud,
  people,
  complaints,
}) => {
  // What the page is still asking when its session ends.
  complaints.expect(/status of 401/);
  const product = await openProduct(cloud, { GANTRY_SESSION_IDLE_MINUTES: '2' });
  const page = await open();
  await page.clock.install();
  await signIn(page, product.selfService, people.member, '/compute/images/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('slowly');
  const file = { name: 'slowly.raw', mimeType: 'application/octet-stream', buffer: Buffer.alloc(24 * 1024 * 1024, 'x') };
  await page.locator('input[type=file]').setInputFiles(file);
  await expect(page.getByText('slowly.raw')).toBeVisible();
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  const speed = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100 * 1024 };
  await network.send('Network.emulateNetworkConditions', speed);
  await page.getByRole('button', { name: 'Upload', exact: true }).click();
  const notice = page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem').filter({ hasText: 'Uploading' });
  await expect(notice).toBeVisible();

  const questions: string[] = [];
  page.on('dialog', (dialog) => {
    questions.push(dialog.type());
    void dialog.dismiss();
  });
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => questions).toEqual(['beforeunload']);
  const texts = await inEach(page, async (language) => {
    const { held, text } = await asked(page);
    expect([held, text.length > 10], language).toEqual([true, true]);
    return text;
  });
  expect(new Set(texts).size).toBe(9);

  // Longer than the two minutes, and never a minute without progress, which would end the upload: a busy machine has half of it left. What a
  // step shows first may be progress of the step before: two together have to be shorter than that minute.
  for (let step = 0; step < 7; step += 1) {
    const before = await notice.textContent();
    await page.clock.fastForward(20_000);
    await expect.poll(() => notice.textContent()).not.toBe(before);
  }
  await expect(page.getByRole('button', { name: /^User menu of/ })).toBeVisible();
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toBeHidden();
  expect((await asked(page)).held).toBe(false);
  await page.clock.fastForward(200_000);
  await expect(page).toHaveURL(/\/login/);
  await page.close();
  await product.close();
});

test('while files are uploaded to a bucket the browser asks before the page is left; the notice leads back to the files [notif.before-unload]', async ({
  as,
  people,
  wire,
  complaints,
}) => {
  complaints.expect(/ERR_ABORTED/);
  const page = await as(people.lead, { path: '/s3-storage/buckets', wire });
  await expect(page.getByRole('heading', { name: 'Buckets', level: 1 })).toBeVisible();
  const create = page.getByRole('button', { name: 'Create bucket' }).first();
  const enable = page.getByRole('button', { name: 'Enable' });
  await expect(enable.or(create).first()).toBeVisible();
  if (await enable.isVisible()) {
    await enable.click();
    await page.getByRole('checkbox', { name: 'I have saved the secret key' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
  }
  const name = `leaving-${Date.now()}`;
  await create.click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create bucket' }).click();
  await page.getByRole('link', { name, exact: true }).click();
  const goOn = wire.hold(/PUT \/s3proxy/);
  await page
    .getByLabel('Upload files')
    .and(page.locator('input'))
    .setInputFiles([{ name: 'one.txt', mimeType: 'text/plain', buffer: Buffer.from('one') }]);
  const files = page.getByTestId('upload-progress');
  await expect(files).toContainText('one.txt');
  await files.getByRole('button', { name: 'Close', exact: true }).click();
  expect((await asked(page)).held).toBe(true);

  const popUp = page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem').filter({ hasText: 'Uploading to' });
  await popUp.getByRole('button', { name: 'Show the uploads' }).click();
  await expect(files).toContainText('one.txt');
  await files.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const centre = page.getByRole('dialog', { name: 'Notifications' });
  await expect(centre.getByRole('list', { name: 'In progress' })).toContainText(`Uploading to ${name}`);
  await page.keyboard.press('Escape');

  goOn();
  await expect(page.getByText('1 of 1 file uploaded').first()).toBeVisible();
  expect((await asked(page)).held).toBe(false);
});
