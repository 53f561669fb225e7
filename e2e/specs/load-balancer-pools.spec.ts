/** Pools of load balancers: the window in which one is typed, with the windows over it, and its page. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { encodeReturn } from '../support/return-route.ts';
import { to } from '../support/to.ts';

const BALANCERS = '/compute/load-balancers';
const dialogOf = (page: Page) => page.getByRole('dialog');
const nameIn = (page: Page) => dialogOf(page).getByRole('textbox', { name: 'Name', exact: true });
const save = (page: Page, button: string) => dialogOf(page).getByRole('button', { name: button, exact: true }).click();
/** Leaves a window over that of the pool, once it is there: until then the button is the one below it. */
async function leave(page: Page, window: string): Promise<void> {
  await expect(page.getByRole('dialog', { name: window, exact: true })).toBeVisible();
  await save(page, 'Cancel');
}
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const pathOf = (page: Page) => new URL(page.url()).pathname;

/** Fills the form of a new balancer; its pools are typed over it. */
async function begin(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page
    .getByRole('radio', { name: /-private$/ })
    .first()
    .check();
}

/** Sends it, and ends on the list of its pools. Returns the address of that. */
async function create(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page).toHaveURL(/\/load-balancers\/[^/]+\/pools$/);
  await expect(page.locator('.gantry-details-head')).toContainText('Active');
  return pathOf(page);
}

test('a pool is typed over the creation of its balancer, its members and health monitor over that, and its page has four tabs [route.lb.add-pool, route.lb.add-pool-children, route.lb.pool-details]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: `${BALANCERS}/add` });
  const name = `shop-${Date.now()}`;
  await begin(page, name);
  await page.getByRole('button', { name: 'Add pool' }).click();
  await expect(page).toHaveURL(/\/load-balancers\/add\/add-pool$/);
  await nameIn(page).fill('web');
  await dialogOf(page).getByLabel('Destination port').fill('8080');
  await save(page, 'Choose virtual machines');
  await expect(page).toHaveURL(/\/add\/add-pool\/vms$/);
  const machines = dialogOf(page).getByRole('group', { name: 'Virtual machines' }).getByRole('checkbox');
  await machines.nth(0).check();
  await machines.nth(1).check();
  await dialogOf(page)
    .getByRole('spinbutton', { name: /^Weight of / })
    .first()
    .fill('3');
  await expectAccessible(page);
  await save(page, 'Apply');
  await expect(page).toHaveURL(/\/add\/add-pool$/);
  await expect(nameIn(page)).toHaveValue('web');
  await save(page, 'Configure health monitor');
  await expect(page).toHaveURL(/\/add\/add-pool\/healthmonitor$/);
  await dialogOf(page).getByRole('textbox', { name: 'URL path' }).fill('/health');
  await save(page, 'Apply');
  await expect(page).toHaveURL(/\/add\/add-pool$/);
  await expect(nameIn(page)).toHaveValue('web');
  await expect(dialogOf(page).getByLabel('Destination port')).toHaveValue('8080');
  await expectAccessible(page);
  await save(page, 'Add pool');
  await expect(page).toHaveURL(/\/load-balancers\/add$/);
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(name);
  await expect(page.getByRole('group', { name: 'Pools' })).toContainText('HTTP:80 → HTTP:8080');
  await expect(page.getByRole('group', { name: 'Pools' })).toContainText('Members: 2');

  await create(page);
  await page.getByRole('link', { name: 'web', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'web' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(name);
  const pool = pathOf(page);
  const panel = page.getByRole('tabpanel');
  for (const [tab, title, says] of [
    ['overview', 'Overview', '/health'],
    ['properties', 'Properties', 'Round robin'],
    ['members', 'Members', '8080'],
    ['allowed-cidrs', 'Allowed CIDRs', 'All clients can connect.'],
  ] as const) {
    await to(page, `${pool}/${tab}`);
    await expect(page.getByRole('tab', { name: title, selected: true })).toBeVisible();
    await expect(panel).toContainText(says);
  }
  await to(page, `${pool}/members`);
  await page
    .getByRole('button', { name: /^Actions for / })
    .nth(1)
    .click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expect(panel).toContainText('Disabled');
  await expectAccessible(page);
});

test('a pool is added to a balancer, and changed by forms at addresses of their own [route.lb.pool-add, route.lb.pool-health, route.lb.pool-members, route.lb.pool-cidrs, route.lb.pool-edit]', async ({
  as,
  people,
}) => {
  const page = await as(people.member, { path: `${BALANCERS}/add` });
  await begin(page, `mail-${Date.now()}`);
  const pools = await create(page);

  await page.getByRole('button', { name: 'Add pool' }).click();
  await expect(page).toHaveURL((url) => url.pathname === `${pools}/add-pool`);
  await nameIn(page).fill('smtp');
  await dialogOf(page).getByRole('radio', { name: 'TCP → TCP', exact: true }).check();
  await save(page, 'Add pool');
  await expect(dialogOf(page).getByLabel('Incoming port')).toBeFocused();
  await dialogOf(page).getByLabel('Incoming port').fill('25');
  await dialogOf(page).getByLabel('Destination port').fill('2525');
  await save(page, 'Choose virtual machines');
  await expect(page).toHaveURL((url) => url.pathname === `${pools}/add-pool/vms`);
  await leave(page, 'Members');
  await save(page, 'Configure health monitor');
  await expect(page).toHaveURL((url) => url.pathname === `${pools}/add-pool/healthmonitor`);
  await leave(page, 'Health monitor');
  await expect(nameIn(page)).toHaveValue('smtp');
  await save(page, 'Add pool');
  await expect(page).toHaveURL((url) => url.pathname === pools);
  await expect(rowOf(page, 'smtp')).toContainText('TCP:25 → TCP:2525');
  await expect(rowOf(page, 'smtp')).toContainText('Active');

  await page.getByRole('link', { name: 'smtp', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'smtp' })).toBeVisible();
  const pool = pathOf(page);
  const edit = `${pools}/edit/${pool.split('/').at(-1)}`;

  await to(page, `${edit}/health`);
  await dialogOf(page).getByRole('combobox', { name: 'Type' }).selectOption('PING');
  await save(page, 'Save');
  await expect(page).toHaveURL((url) => url.pathname === pool);
  await expect(page.getByRole('tabpanel')).toContainText('PING');

  await to(page, `${edit}/members`);
  await dialogOf(page).getByRole('group', { name: 'Virtual machines' }).getByRole('checkbox').first().check();
  await save(page, 'Save');
  await expect(page).toHaveURL((url) => url.pathname === pool);
  await expect(page.getByRole('tabpanel')).toContainText('of 1 healthy');

  await to(page, `${edit}/allowed-cidrs`);
  await dialogOf(page).getByRole('textbox', { name: 'CIDR 1' }).fill('203.0.113.0/24');
  await save(page, 'Save');
  await expect(page).toHaveURL((url) => url.pathname === pool);
  await to(page, `${pool}/allowed-cidrs`);
  await expect(page.getByRole('tabpanel')).toContainText('203.0.113.0/24');

  const back = encodeReturn({ name: 'computeLoadBalancers', params: {}, query: {} });
  await to(page, `${edit}/${back}`);
  await nameIn(page).fill('relay');
  await save(page, 'Save');
  await expect(page).toHaveURL(/\/compute\/load-balancers$/);
  await to(page, pool);
  await expect(page.getByRole('heading', { level: 1, name: 'relay' })).toBeVisible();
});

test('who may only look is refused at each form of a pool, and an administrator sees the pools of all [choice.lb-restrictions, screen.load-balancers]', async ({
  as,
  people,
}) => {
  const viewer = await as(people.viewer, { path: BALANCERS });
  for (const address of [
    'add/add-pool/vms',
    'a/pools/add-pool',
    'a/pools/add-pool/healthmonitor',
    'a/pools/edit/b',
    'a/pools/edit/b/health',
    'a/pools/edit/b/members',
    'a/pools/edit/b/allowed-cidrs',
  ]) {
    await to(viewer, `${BALANCERS}/${address}`);
    await expect(viewer).toHaveURL(/\/error403/);
  }
  const member = await as(people.member, { path: `${BALANCERS}/add` });
  await begin(member, `seen-${Date.now()}`);
  await member.getByRole('button', { name: 'Add pool' }).click();
  const name = `pool-${Date.now()}`;
  await nameIn(member).fill(name);
  await save(member, 'Add pool');
  await create(member);
  const admin = await as(people.admin, { path: BALANCERS });

  await to(admin, '/compute/load-balancer-pools');
  await expect(rowOf(admin, name)).toContainText('acme-prod');
  await admin.getByRole('link', { name, exact: true }).click();
  await expect(admin.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(admin).toHaveURL(/\/load-balancers\/[^/]+\/pools\/[^/]+$/);
});
