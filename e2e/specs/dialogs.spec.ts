import type { Page } from '@playwright/test';
import { EXAMPLE_KEY } from '@gantry/contract/wire/public-key';
import { signInTo, type Session } from '../../tools/lib/session.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import type { Person } from '../support/people.ts';
import { choose, confirmed, row } from '../support/servers.ts';
import { to } from '../support/to.ts';

/** Lets the network of a page take its time (ms): what is asked stays pending meanwhile. */
async function slowDown(page: Page, latency: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
}

const enter = (base: string, { domain, name, project = '', password }: Person): Promise<Session> =>
  signInTo(base, domain, name, project, password);

/** What a page enters its project with, by itself, when it stands; and what its socket sends. */
const OF_START = /^\/api\/v2\/accounts\/projects\/[^/]+\/auth$|^\/ws/;

/** What a page sends to the API from now on, but for reads: `DELETE /api/v2/compute/servers/42`. */
function sent(page: Page): string[] {
  const all: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && !OF_START.test(pathname)) all.push(`${request.method()} ${pathname}`);
  });
  return all;
}

test('a deletion runs only when it is confirmed, may be tried again after a failure, and no more when the thing is gone [dialog.generic-confirm confirm.error-retry confirm.disable-on-error]', async ({
  as,
  people,
  product,
  complaints,
}) => {
  // A refused deletion, one of what is gone, and reads of what is gone.
  complaints.expect(/status of (404|409)/);
  const api = await enter(product.selfService, people.member);
  const name = `dialog-${Date.now()}`;
  const { id } = (await api.post('/api/v2/compute/volumes', { name, size: 1 })) as { id: string };
  const page = await as(people.member, { path: `/compute/volumes/${id}` });
  const requests = sent(page);
  await expect(page.getByText('Available', { exact: true })).toBeVisible();
  const snapshot = (await api.post('/api/v2/compute/volume_snapshots', { name: `of-${name}`, volume_id: id })) as { id: string };

  await press(page, 'Delete');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Delete ${name}?`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  expect(requests).toEqual([]);

  await press(page, 'Delete');
  await confirmed(dialog, 'Delete');
  await expect(dialog).toContainText(`The volume has 1 snapshot (of-${name}). Delete it first.`);
  const gone = await fetch(`${product.selfService}/api/v2/compute/volume_snapshots/${snapshot.id}`, {
    method: 'DELETE',
    headers: api.headers,
  });
  expect(gone.status).toBe(202);
  await expect.poll(() => api.delete(`/api/v2/compute/volume_snapshots/${snapshot.id}`)).toBe(404);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeHidden();
  const deletions = requests.filter((request) => request === `DELETE /api/v2/compute/volumes/${id}`);
  expect(deletions.length).toBeGreaterThan(1);

  const key = (await api.post('/api/v2/compute/key_pairs', { name, public_key: EXAMPLE_KEY })) as { id: string };
  await to(page, '/compute/ssh-keys');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(dialog).toContainText(`Delete ${name}?`);
  await fetch(`${product.selfService}/api/v2/compute/key_pairs/${key.id}`, { method: 'DELETE', headers: api.headers });
  await expect(page.getByRole('link', { name, exact: true, includeHidden: true })).toHaveCount(0);
  await confirmed(dialog, 'Delete');
  await expect(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled();
  await expect(dialog).toContainText('not found');
  await expectAccessible(page);
});

test('Cancel stops a deletion that is still being prepared [confirm.cancel-aborts]', async ({ as, people, api }) => {
  const name = `called-off-${Date.now()}`;
  await api.createServer(name);
  const page = await as(people.member, { path: `/compute/instances?name=${name}` });
  await expect(row(page, name)).toContainText('Running');
  await choose(page, name, 'Delete');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('checkbox').first().click();
  const phrase = dialog.getByRole('textbox');
  if ((await phrase.count()) > 0) await phrase.fill(name);
  await slowDown(page, 20_000);
  const requests = sent(page);
  const stopped = page.waitForEvent('requestfailed', (request) => request.method() !== 'GET' && !request.url().includes('/ws'));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => requests.length).toBe(1);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await stopped).failure()?.errorText).toBe('net::ERR_ABORTED');
  await expect(dialog).toBeHidden();
  await slowDown(page, 0);
  await page.reload();
  await expect(row(page, name)).toContainText('Running');
  expect(requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
});

test('a dialog with fields sends once, leads to its first error, and asks before what was typed is lost [form.pending-submit form.scroll-first-error form.confirm-on-close]', async ({
  as,
  people,
  api,
  wire,
}) => {
  const name = `form-${Date.now()}`;
  await api.createServer(name);
  const page = await as(people.member, { path: `/compute/instances?name=${name}`, wire });
  await expect(row(page, name)).toContainText('Running');
  const dialog = page.getByRole('dialog');
  const field = dialog.getByRole('textbox', { name: 'Name', exact: true });

  await choose(page, name, 'Rename');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await choose(page, name, 'Rename');
  await field.fill(`${name}-b`);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toContainText('Leave without saving?');
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expect(field).toHaveValue(`${name}-b`);

  // So low a screen that not all of it is seen at once.
  await page.setViewportSize({ width: 1024, height: 320 });
  await field.fill('');
  await dialog.getByRole('textbox', { name: 'Description' }).focus();
  await expect(field).not.toBeInViewport();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(field).toBeInViewport();
  await expect(field).toBeFocused();

  await field.fill(`${name}-c`);
  const answered = wire.hold(/^(PATCH|PUT) /);
  const requests = sent(page);
  await field.press('Enter');
  await field.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click({ force: true });
  await expect.poll(() => requests.length).toBe(1);
  answered();
  await expect(dialog).toBeHidden();
  await expect(row(page, `${name}-c`)).toBeVisible();
  expect(requests).toHaveLength(1);
});

test('a button pressed in a dialog while its list arrives does what it says, as it stays under the pointer', async ({
  as,
  people,
  product,
  wire,
}) => {
  const api = await enter(product.selfService, people.member);
  const name = `pressed-${Date.now()}`;
  await api.post('/api/v2/compute/volumes', { name, size: 1 });
  const page = await as(people.member, { path: `/compute/volumes?search=${name}`, wire });
  const dialog = page.getByRole('dialog');
  const pressWhileListed = async (button: string, open: () => Promise<void>) => {
    const listed = wire.hold(/^GET .*\/servers\?/);
    await open();
    await expect(dialog.getByText('Loading')).toBeAttached();
    await dialog.getByRole('button', { name: button }).hover();
    await page.mouse.down();
    listed();
    await expect(dialog.getByText('ap-api-01')).toBeVisible();
    await page.mouse.up();
  };
  await expect(page.getByText('Available', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await pressWhileListed('Cancel', () => page.getByRole('menuitem', { name: 'Attach', exact: true }).click());
  await expect(dialog).toBeHidden();

  // Loaded anew, it knows the list no more.
  await page.goto(`${wire.origin}/compute/load-balancers/add`);
  await page.getByRole('button', { name: 'Add pool' }).click();
  const members = dialog.getByRole('button', { name: 'Choose virtual machines' });
  await pressWhileListed('Apply', () => members.click());
  await expect(members).toBeVisible();
});

test('several servers are deleted with a result for each, over any page, and what failed is tried again there [dialog.generic]', async ({
  as,
  people,
  api,
}) => {
  const stem = `gone-${Date.now()}`;
  await api.createServer(`${stem}-a`);
  await api.createServer(`${stem}-b`, { metadata: { 'gantry.fault': 'delete' } });
  const page = await as(people.member, { path: `/compute/instances?name=${stem}` });
  for (const name of [`${stem}-a`, `${stem}-b`]) await expect(row(page, name)).toContainText('Running');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('toolbar', { name: 'Actions for the selected rows' }).getByRole('button', { name: 'Delete' }).click();
  await confirmed(page.getByRole('dialog'), 'Delete');
  const dialog = page.getByTestId('deleting-items');
  await expect(dialog.locator('[data-slot=start]').getByRole('button', { name: 'All tasks' })).toBeVisible();
  await expect(dialog.locator('[data-slot=end]').getByRole('button', { name: 'Close' })).toBeVisible();
  await expect(dialog).toContainText('1 of 2 deleted');
  const results = dialog.getByRole('list', { name: 'Result for each object' }).getByRole('listitem');
  await expect(results.first()).toContainText(`${stem}-b Error while deleting`);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('No matches')).toBeVisible();
});
