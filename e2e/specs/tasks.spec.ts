import type { Locator, Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { act, row, search } from '../support/servers.ts';

const tasks = (page: Page): Locator => page.getByRole('grid', { name: 'Tasks' });
const taskRow = (page: Page, text: string | RegExp): Locator => tasks(page).getByRole('row').filter({ hasText: text }).first();

test('an action that the cloud fails at leaves the server as it was, and says so in a pop-up and in the tasks', async ({
  as,
  people,
  api,
}) => {
  const name = `fails-${Date.now()}`;
  await api.createServer(name, { metadata: { 'gantry.fault': 'stop' } });
  const page = await as(people.member, { path: `/compute/instances?name=${name}` });
  await expect(row(page, name)).toContainText('Active');
  await act(page, name, 'Shut down');
  await expect(page.getByRole('list', { name: 'Notifications' })).toContainText(`Shut down virtual machine: ${name}`);
  await expect(row(page, name)).toContainText('Active');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tasks' }).click();
  const task = taskRow(page, name).filter({ hasText: 'Shut down virtual machine' });
  await expect(task).toContainText('Failed');
  await task.getByRole('button', { name: /^More about/ }).click();
  await expect(page.getByText('The cloud refused the request.').first()).toBeVisible();
  await expectAccessible(page);
  await page.screenshot({ path: 'reports/screenshots/tasks.png' });
});

test('a server that could not be built shows its error and can be deleted', async ({ as, people, api }) => {
  const name = `broken-${Date.now()}`;
  await api.createServer(name, { metadata: { 'gantry.fault': 'spawn' } });
  const page = await as(people.member, { path: `/compute/instances?name=${name}` });
  await expect(row(page, name)).toContainText('Error');
  await row(page, name).getByRole('link').click();
  await expect(page.getByText('The virtual machine has an error')).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await act(page, name, 'Delete');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('a bulk action is one task with a result for each server, also after a reload', async ({ as, product, people, api }) => {
  const stem = `several-${Date.now()}`;
  await api.createServer(`${stem}-good`);
  await api.createServer(`${stem}-bad`, { metadata: { 'gantry.fault': 'stop' } });
  const page = await as(people.member);
  await search(page, stem);
  for (const name of ['good', 'bad']) await expect(row(page, `${stem}-${name}`)).toContainText('Active');
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check();
  await page.getByRole('toolbar', { name: 'Actions for the selected rows' }).getByRole('button', { name: 'Shut down' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Shut down' }).click();
  await expect(row(page, `${stem}-good`)).toContainText('Shut off');
  await page.goto(`${product.selfService}/tasks`);
  await page.reload();
  const task = taskRow(page, '2 objects');
  await expect(task).toContainText('Failed');
  await task.getByRole('button', { name: /^More about/ }).click();
  const items = page.getByRole('table', { name: 'Objects of this task' }).or(page.getByRole('grid', { name: 'Objects of this task' }));
  await expect(items.getByRole('row').filter({ hasText: `${stem}-good` })).toContainText('Done');
  await expect(items.getByRole('row').filter({ hasText: `${stem}-bad` })).toContainText('Failed');
});
