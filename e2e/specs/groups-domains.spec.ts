import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { expectOff, press } from '../support/head.ts';
import { fillIn } from '../support/people.ts';
import { to } from '../support/to.ts';

const PASSWORD = 'correct horse battery 9';

const property = (page: Page, name: string) =>
  page
    .getByRole('main')
    .getByRole('term')
    .filter({ hasText: new RegExp(`^${name}$`) })
    .locator('xpath=following-sibling::dd');
const rowOf = (page: Page, list: string, name: string) =>
  page
    .getByRole('grid', { name: list })
    .getByRole('row')
    .filter({ has: page.getByRole('link', { name, exact: true }) });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

/** Status of what the session of a page is answered. */
const ask = (page: Page, method: string, path: string): Promise<number> =>
  page.evaluate(
    async ([verb = '', address = '']) => {
      const kept = (key: string) => localStorage.getItem(key) ?? '';
      const headers = { 'x-session-id': kept('token'), 'x-auth-token': kept('scopedToken'), 'x-requested-with': 'XMLHttpRequest' };
      return (await fetch(address, { method: verb, headers })).status;
    },
    [method, path],
  );

test(
  'an administrator of the domain makes a group beside the users, gives it a project and somebody in it, and takes all of it back',
  { tag: '@full' },
  async ({ as, open, people, complaints }) => {
    complaints.expect(/status of (401|403|404)/);
    const name = `operators ${Date.now()}`;
    const page = await as(people.domainAdmin, { path: '/users' });
    const { origin } = new URL(page.url());

    const user = `zed ${Date.now()}`;
    await page.goto(`${origin}/users/add`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(user);
    await page.locator('input[autocomplete=new-password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: user, level: 1 })).toBeVisible();

    await to(page, '/users');
    await page.getByRole('navigation', { name: 'Users and groups' }).getByRole('link', { name: 'Groups' }).click();
    await expect(page).toHaveURL(/\/users\/groups$/);
    await expect(page.getByRole('heading', { name: 'Groups', level: 1 })).toBeVisible();
    await expect(page.locator('nav[aria-label="Users and groups"] [aria-current]')).toHaveText(['Groups']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create group' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
    await page.getByRole('textbox', { name: 'Description' }).fill('Who is on call');
    await page.getByRole('checkbox', { name: 'Upload images' }).check();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
    await expect(property(page, 'Description')).toHaveText('Who is on call');
    await expect(property(page, 'Domain permissions')).toHaveText('Upload images');

    await page.getByRole('button', { name: 'Add users' }).click();
    const adding = page.getByRole('dialog', { name: `Add users to ${name}` });
    await expectAccessible(page);
    await adding.getByRole('checkbox', { name: user }).check();
    await adding.getByRole('button', { name: 'Add' }).click();
    await expect(adding).toBeHidden();
    await tab(page, 'Members').click();
    await expect(page).toHaveURL(/\/members$/);
    await expect(page.getByRole('row', { name: new RegExp(user) })).toContainText('Project member');
    await press(page, 'Assign to project');
    const assigning = page.getByRole('dialog', { name: `Assign ${name} to a project` });
    await assigning.getByRole('radio', { name: 'acme-dev' }).check();
    await assigning.getByRole('button', { name: 'Assign' }).click();
    await expect(assigning).toBeHidden();
    await tab(page, 'Projects').click();
    await expect(page.getByRole('row', { name: /acme-dev/ })).toContainText('Project user');
    await expectAccessible(page);
    const group = page.url();
    await page
      .getByRole('row', { name: /acme-dev/ })
      .getByRole('link', { name: 'acme-dev' })
      .click();
    // The page of the group has such a tab too.
    await expect(page.getByRole('heading', { name: 'acme-dev', level: 1 })).toBeVisible();
    await tab(page, 'Members').click();
    const through = page.getByRole('region', { name: 'Through groups' });
    await expect(through.getByRole('row', { name: new RegExp(user) })).toContainText(`${name} (Project user)`);
    await expectAccessible(page);
    await page.goto(group);

    const zed = await open();
    await zed.goto(`${origin}/login/acme`);
    await fillIn(zed, user, PASSWORD);
    await expect(zed.getByRole('banner').getByText('acme-dev')).toBeVisible();

    await press(page, 'Edit');
    const editing = page.getByRole('dialog', { name: `Edit ${name}` });
    await editing.getByRole('textbox', { name: 'Description' }).fill('Nobody is on call');
    await editing.getByRole('checkbox', { name: 'Upload images' }).uncheck();
    await editing.getByRole('button', { name: 'Save' }).click();
    await expect(editing).toBeHidden();
    await tab(page, 'Properties').click();
    await expect(property(page, 'Description')).toHaveText('Nobody is on call');

    await tab(page, 'Members').click();
    await page.getByRole('button', { name: `Actions for ${user}` }).click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('The group has no members.')).toBeVisible();
    await press(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText(`${name} has been deleted`)).toBeVisible();

    // Another domain is closed to its screens as to its calls.
    expect(await ask(page, 'GET', '/api/v2/domains/default/users')).toBe(403);

    await page.setViewportSize({ width: 390, height: 844 });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${origin}/users/groups?locale=ar`);
    await expect(page.getByRole('heading', { name: 'مجموعات', level: 1 })).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  },
);

test('the operator makes a domain with users, groups and projects, shuts it, opens it and deletes it; the default one is protected [screen.domain-users-groups, admin.scope-domains, domain.default-undeletable, auth.login-link]', async ({
  as,
  people,
  complaints,
}) => {
  complaints.expect(/status of (404|409)/);
  const name = `initech-${Date.now()}`;
  const page = await as(people.admin, { path: '/settings/domains' });
  const { hostname } = new URL(page.url());
  await expect(page.getByRole('heading', { name: 'Domains', level: 1 })).toBeVisible();
  await expect(rowOf(page, 'Domains', 'acme')).toContainText('Enabled');

  await rowOf(page, 'Domains', 'Default').getByRole('link', { name: 'Default' }).click();
  await expect(property(page, 'Protection')).toContainText('cannot be disabled or deleted');
  await expectOff(page, 'Delete');
  await expectOff(page, 'Disable');
  expect(await ask(page, 'DELETE', '/api/v2/domains/default')).toBe(409);
  await expect(property(page, 'Sign-in link')).toContainText(`http://${hostname}:8800/login/default`);
  await expectAccessible(page);

  await to(page, '/settings/domains/add');
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  const address = page.url();
  const id = new URL(address).pathname.split('/').at(-1) ?? '';
  await expect(property(page, 'Sign-in link')).toContainText(`http://${hostname}:8800/login/${id}`);

  // One of each is made in it by the lists that its tabs lead to.
  for (const [title, all, create, more] of [
    ['Users', 'Manage the users of this domain', 'Create user', true],
    ['Groups', 'Manage the groups of this domain', 'Create group', false],
    ['Projects', 'Manage the projects of this domain', 'Create project', false],
  ] as const) {
    await to(page, address);
    await tab(page, title).click();
    await page.getByRole('link', { name: all }).click();
    await page
      .getByRole('button', { name: create })
      .or(page.getByRole('link', { name: create }))
      .first()
      .click();
    await page.getByRole('radio', { name }).check();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`of ${name}`);
    if (more) await page.locator('input[autocomplete=new-password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByRole('heading', { name: `of ${name}`, level: 1 })).toBeVisible();
    // What the tab has read before stays there until the page is loaded again.
    await page.goto(`${address}/${title.toLowerCase()}`);
    await expect(page.getByRole('grid', { name: title }).getByRole('row', { name: new RegExp(`of ${name}`) })).toBeVisible();
    await expect(page.getByRole('grid', { name: title }).getByRole('row')).toHaveCount(2);
    await expectAccessible(page);
  }
  await expectOff(page, 'Delete');
  await page.getByRole('grid', { name: 'Projects' }).getByRole('link').click();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').fill(`of ${name}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('main').getByText(/has been deleted/)).toBeVisible();

  await to(page, `${address}/properties`);
  await press(page, 'Edit');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Description' }).fill('A new customer');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(property(page, 'Description')).toHaveText('A new customer');
  await press(page, 'Disable');
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await expect(page.getByRole('main').getByText('Disabled', { exact: true }).first()).toBeVisible();
  await press(page, 'Enable');
  await expect(page.getByRole('main').getByText('Enabled', { exact: true }).first()).toBeVisible();
  await press(page, 'Delete');
  await page.getByRole('dialog').getByRole('textbox').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name} has been deleted`)).toBeVisible();
});

test('the page of a domain fits a phone, in Arabic and in the dark', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.admin, {
    path: '/settings/domains/default?locale=ar',
    viewport: { width: 390, height: 844 },
    colorScheme: 'dark',
  });
  await expect(page.getByRole('heading', { name: 'Default', level: 1 })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
