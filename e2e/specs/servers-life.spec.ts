import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { people } from '../support/people.ts';
import { act, create, openActions, rename, row, search, table } from '../support/servers.ts';

test('a server is created, stopped, started, renamed and deleted, seen live in a second browser [route.instances.add]', async ({ as }) => {
  const name = `life-${Date.now()}`;
  const page = await as(people.member);
  const other = await as(people.lead, { path: `/compute/instances?name=life-` });
  await create(page, name);
  await expect(row(other, name)).toBeVisible();
  await expect(row(other, name)).toContainText('Active');
  await search(page, name);
  await expect(row(page, name)).toContainText('Active');
  await act(page, name, 'Shut down');
  await expect(row(other, name)).toContainText('Shut off');
  await expect(row(page, name)).toContainText('Shut off');
  await (await openActions(page, name)).getByRole('menuitem', { name: 'Start', exact: true }).click();
  await expect(row(other, name)).toContainText('Active');
  const renamed = `${name}-renamed`;
  await rename(page, name, renamed);
  await expect(row(other, renamed)).toBeVisible();
  await page.goto(`${new URL(page.url()).origin}/compute/instances?name=${name}`);
  await act(page, renamed, 'Delete');
  await expect(row(other, renamed)).toBeHidden();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('the details show the server of the address [route.instances.details]', async ({ as }) => {
  const page = await as(people.member);
  const link = table(page).getByRole('row').nth(1).getByRole('link');
  const name = (await link.innerText()).trim();
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveTitle(`${name} - Gantry`);
  await expectAccessible(page);
  await page.screenshot({ path: 'reports/screenshots/details.png' });
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await expectAccessible(page);
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('an action that is not possible now stays in the menu and says why', async ({ as }) => {
  const page = await as(people.member, { path: '/compute/instances?status=["ACTIVE"]' });
  const name = (await table(page).getByRole('row').nth(1).getByRole('link').innerText()).trim();
  const start = (await openActions(page, name)).getByRole('menuitem', { name: /^Start/ });
  await expect(start).toBeDisabled();
  await expect(start).toContainText('Not possible while the status is');
  // An open menu hangs on the body, beside all landmarks.
  await expectAccessible(page, 'region');
});

test('several servers are deleted as one task, with a result for each', async ({ as }) => {
  const page = await as(people.member);
  const stem = `bulk-${Date.now()}`;
  for (const name of [`${stem}-a`, `${stem}-b`]) {
    await create(page, name);
  }
  await search(page, stem);
  for (const name of [`${stem}-a`, `${stem}-b`]) await expect(row(page, name)).toContainText('Active');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected rows' });
  await expect(bar).toContainText('2 selected');
  const stopped = page.waitForRequest((request) => request.url().endsWith('/servers/bulk/stop'));
  await bar.getByRole('button', { name: 'Shut down' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Shut down' }).click();
  expect(((await stopped).postDataJSON() as { ids: string[] }).ids).toHaveLength(2);
  for (const name of [`${stem}-a`, `${stem}-b`]) await expect(row(page, name)).toContainText('Shut off');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  const confirm = dialog.getByRole('button', { name: 'Delete' });
  await expect(confirm).toBeDisabled();
  await dialog.getByRole('textbox', { name: 'To confirm, type: delete 2' }).fill('delete 2');
  await confirm.click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
});
