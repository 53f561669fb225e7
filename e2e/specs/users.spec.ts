import type { Page } from '@playwright/test';
import { encodeReturnRoute } from '../../console/src/app/router/return-route.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { expectOff, press } from '../support/head.ts';
import { fillIn } from '../support/people.ts';
import { to } from '../support/to.ts';

const PASSWORD = 'correct horse battery 9';

/** Text of a property on the page of one thing. */
const property = (page: Page, name: string) => page.getByRole('main').locator('dl > div', { hasText: name }).locator('dd').first();

test('an administrator of the domain makes a user, assigns a project, and keeps the user out again [route.users, route.users.add, route.users.details, route.users.edit, route.users.assign]', async ({
  as,
  complaints,
  open,
  people,
}) => {
  // What is shown is asked for once more when it is gone, and who is signed out is told so.
  complaints.expect(/status of (401|403|404)/);
  const name = `zoe ${Date.now()}`;
  const page = await as(people.domainAdmin, { path: '/users' });
  const { origin } = new URL(page.url());
  await expect(page.getByRole('grid', { name: 'Users' }).getByRole('row', { name: /acme-lead/ })).toContainText('Enabled');
  await expect(page.getByRole('grid', { name: 'Users' })).not.toContainText('globex-member');

  await page
    .getByRole('link', { name: 'Create user' })
    .or(page.getByRole('button', { name: 'Create user' }))
    .click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Generate' }).click();
  await expect(page.locator('input[autocomplete=new-password]')).toHaveValue(/^.{20}$/);
  await page.locator('input[autocomplete=new-password]').fill(PASSWORD);
  await page.getByRole('checkbox', { name: 'Upload images' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(property(page, 'Domain permissions')).toHaveText('Upload images');
  const address = new URL(page.url()).pathname;

  await to(page, `${address}/assign`);
  await page.getByRole('dialog').getByRole('radio', { name: 'acme-dev' }).check();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /^Project administrator/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Assign' }).click();
  await expect(page).toHaveURL(new RegExp(`${address}$`));
  await to(page, `${address}/projects`);
  await expect(page.getByRole('row', { name: /acme-dev/ })).toContainText('Project administrator');
  await expectAccessible(page);

  const back = encodeReturnRoute({ name: '/users', params: {}, query: {} });
  await to(page, `${address}/edit/${back}`);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill('zoe@acme.example');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/users$/);
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('zoe@acme.example');

  const zoe = await open();
  await zoe.goto(`${origin}/login/acme`);
  await fillIn(zoe, name, PASSWORD);
  await expect(zoe.getByRole('banner').getByText('acme-dev')).toBeVisible();

  await to(page, `${address}/properties`);
  await press(page, 'Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('main').getByText('Disabled', { exact: true }).first()).toBeVisible();
  await expect(zoe).toHaveURL(/\/(access-disabled|login)/);

  await to(page, `${address}/projects`);
  await page.getByRole('button', { name: 'Actions for acme-dev' }).click();
  await page.getByRole('menuitem', { name: 'Unassign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Unassign' }).click();
  await expect(page.getByText('No projects are assigned.')).toBeVisible();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
});

test('the form of a new user fits a phone, in Arabic and in the dark', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.domainAdmin, {
    path: '/users/add?locale=ar',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await expect(page.getByRole('heading', { name: 'إنشاء مستخدم', level: 1 })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('who administers nothing sees no users, and a user’s status and permissions stand on the page [route.users.list-restriction, user.status, user.hidden-permissions]', async ({
  as,
  people,
}) => {
  const member = await as(people.member, { path: '/users' });
  await expect(member).toHaveURL(/\/error403$/);

  const admin = await as(people.admin, { path: '/users' });
  await admin.getByRole('grid', { name: 'Users' }).getByRole('link', { name: 'admin', exact: true }).click();
  await expect(property(admin, 'System permissions')).toHaveText('admin');
  await expect(admin.getByRole('main')).not.toContainText(/superuser|viewer/);
  await expectOff(admin, 'Delete');

  await to(admin, '/users?search=acme-viewer');
  await admin.getByRole('grid', { name: 'Users' }).getByRole('link', { name: 'acme-viewer', exact: true }).click();
  await press(admin, 'Disable');
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(admin.getByRole('main').getByText('Disabled', { exact: true }).first()).toBeVisible();
  await press(admin, 'Enable');
  await expect(admin.getByRole('main').getByText('Enabled', { exact: true }).first()).toBeVisible();
});

test('each tab of a page has its address, and an address of no tab shows that the page does not exist [route.enumerated-params]', async ({
  as,
  complaints,
  people,
}) => {
  // Of what the made-up addresses would be about.
  complaints.expect(/status of 404/);
  const admin = await as(people.domainAdmin, { path: '/users' });
  const member = await as(people.member, { path: '/compute/volumes' });
  for (const [page, list, grid, tabs] of [
    [admin, '/users', 'Users', ['properties', 'projects']],
    [admin, '/projects', 'Projects', ['properties', 'members', 'quotas']],
    [member, '/compute/volumes', 'Volumes', ['overview', 'snapshots']],
  ] as const) {
    await to(page, list);
    const address = await page.getByRole('grid', { name: grid }).getByRole('row').nth(1).getByRole('link').first().getAttribute('href');
    for (const tab of tabs) {
      await to(page, `${address}/${tab}`);
      await expect(page.getByRole('tab', { selected: true })).toHaveText(new RegExp(tab, 'i'));
    }
    await to(page, `${address}/nothing`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist');
    await expect(page.getByRole('tab')).toHaveCount(0);
    expect(new URL(page.url()).pathname).toBe(`${address}/nothing`);
  }
  const root = await as(people.admin, { path: '/settings/domains' });
  const domain = await root.getByRole('grid', { name: 'Domains' }).getByRole('row').nth(1).getByRole('link').first().getAttribute('href');
  for (const address of [
    `${domain}/members`,
    '/users/groups/none/quotas',
    '/compute/placements/none/volumes',
    '/compute/placements/none/assign/volumes',
  ])
    await expectUnknown(root, address);
  await expectUnknown(member, '/compute/instances/add/kernel');
});

/** Opens an address, which stays as it is and leads to no page. */
async function expectUnknown(page: Page, address: string): Promise<void> {
  await to(page, address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist');
  expect(new URL(page.url()).pathname).toBe(address);
}
