import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, choose, create, openActions, rename, row, search, table } from '../support/servers.ts';
import { to } from '../support/to.ts';

/** Servers that no test has made come first. */
const OLDEST = '/compute/instances?sort=created_at:asc';

test(
  'a server is created, stopped, started, renamed and deleted, seen live in a second browser [route.instances.add]',
  {
    tag: ['@main', '@engines'],
  },
  async ({ as, people, cloud }) => {
    const name = `life-${Date.now()}`;
    const page = await as(people.member);
    const other = await as(people.lead, { path: `/compute/instances?name=life-` });
    await create(page, cloud.server, name);
    await expect(row(other, name)).toBeVisible();
    await expect(row(other, name)).toContainText('Running');
    await search(page, name);
    await expect(row(page, name)).toContainText('Running');
    await act(page, name, 'Shut down');
    await expect(row(other, name)).toContainText('Stopped');
    await expect(row(page, name)).toContainText('Stopped');
    await choose(page, name, 'Start');
    await expect(row(other, name)).toContainText('Running');
    const renamed = `${name}-renamed`;
    await rename(page, name, renamed);
    await expect(row(other, renamed)).toBeVisible();
    await to(page, `/compute/instances?name=${name}`);
    await act(page, renamed, 'Delete');
    await expect(row(other, renamed)).toBeHidden();
    await expect(page.getByText('No matches')).toBeVisible();
  },
);

test(
  'the log of the console of a server is kept as a file of its name and the day [server.log-filename]',
  { tag: '@main' },
  async ({ as, people }) => {
    const page = await as(people.member, { path: OLDEST });
    const link = table(page).getByRole('row').nth(1).getByRole('link');
    const name = (await link.innerText()).trim();
    await link.click();
    await page.getByRole('tab', { name: 'Console log' }).click();
    await expect(page.getByRole('textbox', { name: 'Console log' })).not.toBeEmpty();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.log$`));
  },
);

test(
  'the details show what was done to a server, and the log of its console, which can be kept',
  { tag: ['@main', '@full'] },
  async ({ as, people, api }) => {
    const name = `kept-${Date.now()}`;
    await api.createServer(name);
    const page = await as(people.member, { path: `/compute/instances?name=${name}` });
    await expect(row(page, name)).toContainText('Running');
    await act(page, name, 'Shut down');
    await expect(row(page, name)).toContainText('Stopped');
    await row(page, name).getByRole('link', { name, exact: true }).click();
    await page.getByRole('tab', { name: 'History' }).click();
    const done = page.getByRole('grid', { name: 'Operations on the virtual machine' }).getByRole('row');
    await expect(done.nth(1)).toContainText(/^Shut down.*Done/);
    await expect(done.nth(2)).toContainText(/^Create.*Done/);
    await expect(done).toHaveCount(3);
    await page.getByRole('button', { name: 'More about Shut down' }).press('Enter');
    const steps = page.getByRole('grid', { name: 'Steps of: Shut down' }).getByRole('row');
    await expect(steps.nth(1)).toContainText(/Done/);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'More about Shut down' }).press('Enter');
    await expect(steps).toHaveCount(0);
    await page.getByRole('tab', { name: 'Console log' }).click();
    await expect(page.getByRole('textbox', { name: 'Console log' })).not.toBeEmpty();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await downloading).suggestedFilename()).toMatch(new RegExp(`^${name}-\\d{4}-\\d\\d-\\d\\d\\.log$`));
    // What the cloud cannot tell is not there.
    await expect(page.getByRole('tab', { name: 'Statistics' })).toHaveCount(api.capabilities.has('server.stat') ? 1 : 0);
    await page.getByRole('link', { name: 'Virtual machines' }).first().click();
    await search(page, name);
    await act(page, name, 'Delete');
    await expect(row(page, name)).toBeHidden();
  },
);

test('the details show the server of the address [route.instances.details]', { tag: '@main' }, async ({ as, people }) => {
  const page = await as(people.member, { path: OLDEST });
  const link = table(page).getByRole('row').nth(1).getByRole('link');
  const name = (await link.innerText()).trim();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`${name} - Gantry`);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('each tab of the details of a server can be read', { tag: ['@main', '@full'] }, async ({ as, people }) => {
  const page = await as(people.member, { path: OLDEST });
  await table(page).getByRole('row').nth(1).getByRole('link').click();
  await expect(page.getByRole('tab').first()).toBeVisible();
  await expectAccessible(page);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectAccessible(page);
  }
});

test('an action that a server does not allow now stays in the menu and says why', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member, { path: `${OLDEST}&status=["SHUTOFF"]` });
  const name = (await table(page).getByRole('row').nth(1).getByRole('link').innerText()).trim();
  const reboot = (await openActions(page, name)).getByRole('menuitem', { name: /^Reboot/ });
  await expect(reboot).toBeDisabled();
  await expect(reboot).toContainText('Not possible in the status');
  // An open menu hangs on the body, beside all landmarks.
  await expectAccessible(page, 'region');
});

test('several servers are deleted as one task, with a result for each', { tag: '@full' }, async ({ as, people, cloud }) => {
  const page = await as(people.member);
  const stem = `bulk-${Date.now()}`;
  for (const name of [`${stem}-a`, `${stem}-b`]) {
    await create(page, cloud.server, name);
  }
  await search(page, stem);
  for (const name of [`${stem}-a`, `${stem}-b`]) await expect(row(page, name)).toContainText('Running');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' });
  await expect(bar).toContainText('2 selected');
  const stopped = page.waitForRequest((request) => request.url().endsWith('/servers/bulk/stop'));
  await bar.getByRole('button', { name: 'Shut down' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('spinbutton', { name: 'Cut the power after' }).fill('300');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Shut down' }).click();
  expect((await stopped).postDataJSON()).toEqual({ ids: [expect.any(String), expect.any(String)], timeout: 300 });
  for (const name of [`${stem}-a`, `${stem}-b`]) await expect(row(page, name)).toContainText('Stopped');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'To confirm, type: delete 2' }).fill('delete 2');
  await confirm.click();
  await expect(page.getByText('No matches')).toBeVisible();
});
