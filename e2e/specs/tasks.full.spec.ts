import type { Locator, Page } from '@playwright/test';
import { signInTo } from '../../tools/lib/session.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
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
  await expect(row(page, name)).toContainText('Running');
  await act(page, name, 'Shut down');
  await expect(page.getByRole('list', { name: 'Notifications' })).toContainText(`Failed: Shut down virtual machine: ${name}`);
  await expect(row(page, name)).toContainText('Running');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tasks' }).click();
  const task = taskRow(page, name).filter({ hasText: 'Shut down virtual machine' });
  await expect(task).toContainText('Failed');
  await task.getByRole('button', { name: /^More about/ }).click();
  await expect(page.getByText('The cloud refused the request.').first()).toBeVisible();
  await expectAccessible(page);
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
  await expect(page.getByText('No matches')).toBeVisible();
});

test(
  'what a task on several failed at is found in two steps, read in full and tried again alone, and what is deleted says so',
  { tag: '@main' },
  async ({ as, people, api }) => {
    const stem = `several-${Date.now()}`;
    const [good, bad] = [`${stem}-good`, `${stem}-bad`];
    for (const name of [good, bad]) await api.createServer(name);
    const page = await as(people.member);
    await search(page, stem);
    for (const name of [good, bad]) await expect(row(page, name)).toContainText('Running');
    await api.act('bulkStop', [bad]);
    await expect(row(page, bad)).toContainText('Stopped');
    // One of them is off already: the task fails at it.
    await api.act('bulkStop', [good, bad]);
    await expect(row(page, good)).toContainText('Stopped');
    await api.act('bulkStart', [bad]);
    await expect(row(page, bad)).toContainText('Running');

    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Tasks' }).click();
    await page.getByRole('combobox', { name: 'Search by object' }).fill(good);
    await expect(tasks(page).getByRole('row').filter({ hasText: '2 objects' })).toHaveCount(1);
    await page.getByRole('combobox', { name: 'Search by object' }).fill(`${good} Started:`);
    await page.getByRole('option', { name: /Last hour/ }).click();
    await expect(page).toHaveURL(/since=in:1h/);
    await expect(tasks(page).getByRole('row').filter({ hasText: '2 objects' })).toHaveCount(1);
    await page.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('checkbox', { name: 'Failed' }).first().check();
    await page.keyboard.press('Escape');
    await expectAccessible(page);
    await taskRow(page, '2 objects').getByRole('link').first().click();

    const objects = page.getByRole('grid', { name: 'Objects of this task' });
    await expect(objects.getByRole('row').filter({ hasText: bad })).toContainText('The current state of the object does not allow this.');
    await expect(objects).not.toContainText(good);
    await expectAccessible(page);
    const failed = page.url();
    await press(page, 'Retry failed objects');
    await expect(page.getByRole('dialog')).toContainText(`A new task is started for ${bad} only.`);
    await page.getByRole('dialog').getByRole('button', { name: 'Retry failed objects' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Shut down virtual machine: ${bad}`);
    await expect(page.getByRole('main').getByText('Done', { exact: true })).toBeVisible();

    await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Virtual machines' }).click();
    await search(page, stem);
    await act(page, good, 'Delete');
    await expect(row(page, good)).toBeHidden();
    await page.goto(`${failed}?show=all`);
    await expect(objects).toContainText(`${good} (deleted)`);
    const other = await page.context().newPage();
    await other.goto(page.url());
    await expect(other.getByRole('grid', { name: 'Objects of this task' })).toContainText(`${good} (deleted)`);
    await expect(other.getByRole('link', { name: good })).toHaveCount(0);
    await other.setViewportSize({ width: 390, height: 844 });
  },
);

test(
  'a task that is cancelled leaves out what it has not begun, and tells once that it was',
  { tag: '@faults' },
  async ({ as, people, product, fault }) => {
    const { domain, name, project = '', password } = people.member;
    const session = await signInTo(product.selfService, domain, name, project, password);
    // One more than a cloud is asked for at once.
    const names = Array.from({ length: 9 }, (_, index) => `cancelled-${Date.now()}-${index}`);
    const made = await Promise.all(names.map((volume) => session.post('/api/v2/compute/volumes', { name: volume, size: 1 })));
    const ids = made.map((answer) => (answer as { id: string }).id);
    const states = () =>
      Promise.all(ids.map(async (id) => ((await session.get(`/api/v2/compute/volumes/${id}`)) as { status: string }).status));
    await expect.poll(states).toEqual(ids.map(() => 'available'));
    const page = await as(people.member, { path: '/tasks' });
    await expect(tasks(page)).toBeVisible();
    const answered = await fault({ service: 'volume', method: 'DELETE', path: '/volumes/', effect: 'hold' });
    const begun = await fetch(`${product.selfService}/api/v2/compute/volumes`, {
      method: 'DELETE',
      headers: { ...session.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ ids }),
    });
    const { task_id: id } = (await begun.json()) as { task_id: string };
    await taskRow(page, '9 objects').getByRole('link').first().click();
    await expect(page).toHaveURL(new RegExp(`/tasks/${id}$`));
    await press(page, 'Cancel task');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('1 object has not started and will be skipped.');
    await dialog.getByRole('button', { name: 'Cancel task' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('main').getByText('Cancelling', { exact: true })).toBeVisible();
    await answered();
    await expect(page.getByRole('main').getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expect(page.getByRole('main').getByRole('button', { name: 'Cancel task' })).toHaveCount(0);
    const told = page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem').filter({ hasText: '9 objects' });
    await expect(told).toHaveCount(1);
    await page.getByRole('button', { name: /^Notifications/ }).click();
    const centre = page.getByRole('dialog', { name: 'Notifications' });
    const entry = centre.getByRole('list', { name: 'Recent notifications' }).locator('> li').filter({ hasText: '9 objects' });
    await expect(entry).toHaveCount(1);
    await expect(entry).toContainText('Cancelled');
    expect(await session.get(`/api/v2/compute/volumes/${ids.at(-1)}`)).toMatchObject({ name: names.at(-1), status: 'available' });
    for (const volume of ids) await session.delete(`/api/v2/compute/volumes/${volume}`);
  },
);
