/** Ways through the screens of object storage. */
import { expect, type Page } from '@playwright/test';
import type { RunningProduct } from '../../tools/lib/product.ts';
import { signIn } from '../../tools/lib/session.ts';
import type { Person } from './people.ts';

export const BUCKETS = '/s3-storage/buckets';

export const textFile = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
export const closeDialog = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
export const files = (page: Page) => page.getByLabel('Upload files').and(page.locator('input'));
export const progress = (page: Page) => page.getByTestId('upload-progress');

/** Enables object storage for whoever has not yet, and waits for the buckets. */
export async function enabled(page: Page): Promise<void> {
  await expect(heading(page, 'Buckets')).toBeVisible();
  const enable = page.getByRole('button', { name: 'Enable' });
  const create = page.getByRole('button', { name: 'Create bucket' });
  await expect(enable.or(create).first()).toBeVisible();
  if (!(await enable.isVisible())) return;
  await enable.click();
  await page.getByRole('checkbox', { name: 'I have saved the secret key' }).check();
  await closeDialog(page);
  await expect(create.first()).toBeVisible();
}

/** Makes a bucket and opens it. */
export async function bucketIn(page: Page): Promise<string> {
  await enabled(page);
  const name = `e2e-${Date.now()}-${Math.floor(Math.random() * 1000)}`;
  await page.getByRole('button', { name: 'Create bucket' }).first().click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create bucket' }).click();
  await expect(heading(page, name)).toBeVisible();
  return name;
}

/** The switch of a domain, as an administrator uses it by the API: ends once the domain is as it says. */
export async function switchedFor(
  { administration }: RunningProduct,
  { domain, name, password }: Person,
  of: string,
): Promise<(enabled: boolean) => Promise<void>> {
  const admin = (await signIn(administration, domain, name, password)).wide();
  const { data: domains } = (await admin.get('/api/v2/domains')) as { data: { id: string; name: string }[] };
  const at = `/api/v2/s3service/domain/${domains.find((one) => one.name === of)!.id}`;
  return async (enabled) => {
    const headers = { ...admin.headers, 'content-type': 'application/json' };
    await fetch(administration + at, { method: 'PUT', headers, body: JSON.stringify({ enabled }) });
    await expect.poll(() => admin.get(at)).toEqual({ enabled });
  };
}
