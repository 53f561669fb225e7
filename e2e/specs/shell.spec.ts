import { choose, chooser, openChooser } from '../support/chooser.ts';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { pager, table } from '../support/servers.ts';
import { to } from '../support/to.ts';

test('header, narrow side menu and main content stand beside each other [shell.side-menu-width, shell.main-content, menu.hidden-fullscreen]', async ({
  as,
  people,
}) => {
  const page = await as(people.member);
  await expect(table(page)).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('button', { name: 'Collapse the menu' }).click();
  expect((await menu.boundingBox())?.width).toBe(64);
  await expect(page.getByRole('main').getByRole('grid', { name: 'Virtual machines' })).toBeVisible();
  const main = await page.getByRole('main').boundingBox();
  expect(main?.x).toBeGreaterThanOrEqual(64);
  await menu.getByRole('button', { name: 'Expand the menu' }).click();
  await expect(menu.getByText('Virtual machines')).toBeVisible();
  await expect.poll(async () => (await menu.boundingBox())?.width).toBeGreaterThan(150);
  await expectAccessible(page);
  await page.evaluate(() => document.documentElement.requestFullscreen());
  await expect(menu).toHaveCount(0);
  await expect(table(page)).toBeVisible();
  await page.evaluate(() => document.exitFullscreen());
  await expect(menu).toBeVisible();
});

test('the title names the page and the product', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member);
  await expect(page).toHaveTitle('Virtual machines - Gantry');
  await page.getByRole('button', { name: 'Create virtual machine', exact: true }).click();
  await expect(page).toHaveTitle('Create virtual machine - Gantry');
});

test('breadcrumbs lead back to the list', { tag: '@full' }, async ({ as, people }) => {
  const page = await as(people.member, { path: '/compute/instances/add' });
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumb' });
  await expect(crumbs).toContainText('Create virtual machine');
  await crumbs.getByRole('link', { name: 'Virtual machines' }).click();
  await expect(page).toHaveURL(/\/compute\/instances$/);
});

test('an administrator of the domain picks a project or the domain, and the lists follow [auth.scope-pick, dialog.project-chooser]', async ({
  as,
  people,
}) => {
  const page = await as(people.domainAdmin);
  const menu = await openChooser(page);
  await expect(page.getByRole('textbox', { name: 'Search projects' })).toBeVisible();
  await menu.getByRole('menuitem', { name: 'acme-dev' }).click();
  await expect(page).toHaveURL(/\/monitoring$/);
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Virtual machines' }).click();
  await expect(page.getByText('No virtual machines')).toBeVisible();
  await choose(page, 'acme-prod');
  await expect(pager(page)).toContainText(/1–20 of \d+/);
  await choose(page, 'Domain acme');
  await expect(chooser(page)).toHaveAccessibleName('Project: Domain acme');
});

test('the chooser finds projects whatever the case, and does not offer the current one [chooser.list-search, chooser.current-not-selectable]', async ({
  as,
  people,
}) => {
  const page = await as(people.domainAdmin);
  await choose(page, 'acme-prod');
  await expect(chooser(page)).toHaveAccessibleName('Project: acme-prod');
  const menu = await openChooser(page);
  await page.getByRole('textbox', { name: 'Search projects' }).fill('DEV');
  await expect(menu.getByRole('menuitem')).toHaveText(['acme-devDomain administrator']);
  await page.getByRole('textbox', { name: 'Search projects' }).fill('PROD');
  const entered: string[] = [];
  page.on('request', (request) => request.url().endsWith('/auth') && entered.push(request.url()));
  const current = menu.getByRole('menuitem', { name: 'acme-prod' });
  await expect(current).toBeDisabled();
  await current.click({ force: true });
  await page.getByRole('textbox', { name: 'Search projects' }).fill('DEV');
  await menu.getByRole('menuitem', { name: 'acme-dev' }).click();
  await expect(chooser(page)).toHaveAccessibleName('Project: acme-dev');
  expect(entered).toHaveLength(1);
});

test('while the project is switched an overlay hides the old one, then all is read anew [shell.overlay-switch, shell.content-hidden-on-switch]', async ({
  as,
  people,
  wire,
}) => {
  const page = await as(people.domainAdmin, { wire });
  await expect(table(page)).toBeVisible();
  const answered = wire.hold(/^POST .*\/projects\/[^/]+\/auth$/);
  await choose(page, people.member.project ?? '');
  await expect(page.getByText('Switching…')).toBeVisible();
  await expect(table(page)).toBeHidden();
  const refetch = page.waitForRequest((request) => new URL(request.url()).pathname.endsWith('/api/v2/compute/servers'));
  answered();
  await refetch;
  await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  await expect(page.getByText('Switching…')).toBeHidden();
});

test('project_id in any address enters that project: of a list, a form, the start page [shell.query-project-id]', async ({
  as,
  product,
  people,
}) => {
  const page = await as(people.domainAdmin);
  const entered = page.waitForRequest((request) => request.url().endsWith('/auth'));
  await choose(page, 'acme-dev');
  const id = /projects\/([^/]+)\/auth/.exec((await entered).url())?.[1] ?? '';
  await expect(chooser(page)).toHaveAccessibleName('Project: acme-dev');
  for (const path of ['/compute/instances', '/compute/instances/add', '/']) {
    await choose(page, 'acme-prod');
    await expect(chooser(page)).toHaveAccessibleName('Project: acme-prod');
    await page.goto(`${product.selfService}${path}?project_id=${id}`);
    await expect(chooser(page)).toHaveAccessibleName('Project: acme-dev');
    await expect(page).toHaveURL((url) => !url.searchParams.has('project_id'));
  }
});

test('unknown addresses and the pages of errors show without a session [route.unknown-path, route.error403, route.error404, route.error500]', async ({
  visit,
}) => {
  const page = await visit('/no/such/page');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist');
  await expectAccessible(page);
  const pages = {
    '/error403': 'You do not have access to this page',
    '/error404': 'This page does not exist',
    '/error500': 'Server error',
  };
  for (const [path, title] of Object.entries(pages)) {
    await to(page, path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }
});

test('under the prefix the app, its deep links, its API and its socket work [shell.prefix-path, request.prefix-api]', async ({
  as,
  people,
}) => {
  const prefix = '/api/agent_direct/42/lca';
  const page = await as(people.member, { prefix });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await expect(table(page)).toBeVisible();
  await page.reload();
  await expect(table(page)).toBeVisible();
  await expect(page).toHaveURL((url) => url.pathname === `${prefix}/compute/instances`);
  await table(page).getByRole('row').nth(1).getByRole('link').click();
  await expect(page).toHaveURL((url) => url.pathname.startsWith(`${prefix}/compute/instances/`));
  await expect.poll(() => asked.some((path) => path.startsWith(`${prefix}/ws`))).toBe(true);
  expect(asked.filter((path) => !path.startsWith(prefix))).toEqual([]);
  expect(asked.some((path) => path === `${prefix}/api/v2/compute/servers`)).toBe(true);
});

test('administrator and tenant each have a side of their own [shell.two-sides, choice.admin-address]', async ({ as, people }) => {
  const viewport = { width: 1920, height: 1000 };
  const tenant = await as(people.member, { viewport });
  const admin = await as(people.admin, { viewport });
  const menuOf = (page: typeof tenant) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link');
  await expect(menuOf(tenant).first()).toHaveText('Overview');
  await expect(menuOf(admin).first()).toHaveText('Overview');
  await expect(menuOf(admin).getByText('Compute nodes')).toBeVisible();
  await expect(menuOf(tenant).getByText('Compute nodes')).toHaveCount(0);
  await expect(menuOf(admin).getByText('Flavors')).toBeVisible();
  await expect(menuOf(tenant).getByText('Flavors')).toHaveCount(0);
  await expect(admin.getByRole('banner').getByText('Administration')).toBeVisible();
  await expect(tenant.getByRole('banner').getByText('Administration')).toBeHidden();
  const { origin } = new URL(admin.url());
  expect(new URL(tenant.url()).origin).not.toBe(origin);
  // Both in one browser: nothing of the tenant's session is there on the other side, and signing in there would not touch it.
  const both = await tenant.context().newPage();
  await both.goto(`${origin}/compute/flavors`);
  await expect(both).toHaveURL(/\/login/);
  const keys = (page: typeof tenant) =>
    page.evaluate(() => ['token', 'user', 'scopedToken'].filter((key) => localStorage.getItem(key) !== null));
  expect(await keys(both)).toEqual([]);
  expect(await keys(tenant)).toEqual(['token', 'user', 'scopedToken']);
});

test('the menu of the user offers a new password to those whose password is kept here, not to those of an identity provider [usermenu.no-password-for-idp]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: '/compute/ssh-keys' });
  const items = async (): Promise<string[]> => {
    await page.getByRole('button', { name: /^User menu of/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    const names = await page.getByRole('menuitem').allTextContents();
    await page.keyboard.press('Escape');
    return names;
  };
  expect(await items()).toContain('Change password');
  await page.route('**/api/v2/accounts/whoami*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), external_provider: 'company' } });
  });
  await page.reload();
  expect(await items()).not.toContain('Change password');
});
