/** Routers, floating IPs and security groups: what is their own beside what every noun has. */
import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { make } from '../support/section.ts';
import { GROUPS, NETWORKS, ROUTERS, withSubnet } from '../support/sections.ts';
import { to } from '../support/to.ts';

const dialogOf = (page: Page) => page.getByRole('dialog');
const idIn = (page: Page): string => new URL(page.url()).pathname.split('/')[3] ?? '';
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

/** Each address answers that the page may not be opened. */
async function expectRefused(page: Page, addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    await to(page, address);
    await expect(page).toHaveURL(/\/error403/);
  }
}

/** Does something to a row by its menu. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('a security group is made, given a rule by a template, warns of SSH for everybody, is edited at its address, and leads back [route.sg, route.sg.details, route.sg.add, route.sg.edit, route.return-route]', async ({
  as,
  people,
}) => {
  const name = `group-${Date.now()}`;
  const page = await as(people.member, { path: `${GROUPS.path}/add` });
  await make(page, GROUPS, name);
  const id = idIn(page);
  await page.getByRole('button', { name: 'Add inbound rules' }).click();
  await dialogOf(page).getByRole('combobox', { name: 'Service' }).selectOption('SSH');
  await expect(dialogOf(page)).toContainText('SSH: open to everyone');
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Add rules' }).click();
  await expect(rowOf(page, '22 (SSH)')).toContainText('Anywhere');
  await expect(page.getByText('SSH: open to everyone')).toBeVisible();
  await expectAccessible(page);
  await choose(page, 'IPv4 TCP 22 (SSH)', 'Delete');
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('All inbound traffic is blocked.')).toBeVisible();

  const back = Buffer.from(JSON.stringify({ name: '/compute/networks', params: {}, query: {} })).toString('base64url');
  await to(page, `${GROUPS.path}/${id}/edit/${back}`);
  await dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }).fill(`${name}-b`);
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/compute\/networks$/);
  await to(page, `${GROUPS.path}/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: `${name}-b` })).toBeVisible();

  const viewer = await as(people.viewer, { path: GROUPS.path });
  await expect(viewer.getByRole('link', { name: `${name}-b` })).toBeVisible();
  await expectRefused(viewer, [`${GROUPS.path}/add`, `${GROUPS.path}/${id}/edit`]);
  // No role lacks these rights: they are taken out of what the server grants.
  await viewer.route('**/api/v2/meta', async (route) => {
    const response = await route.fetch();
    const { data, ...meta } = (await response.json()) as { data: Record<string, unknown> };
    const granted = Object.entries(data).filter(([subject]) => !subject.startsWith('compute_security_group'));
    await route.fulfill({ response, json: { ...meta, data: Object.fromEntries(granted) } });
  });
  await viewer.reload();
  await expectRefused(viewer, [GROUPS.path, `${GROUPS.path}/${id}`]);
});

test('a router is made, connected, given routes by the addresses of its tabs, and edited [route.routers.details, route.routers.breadcrumb, route.routers.add-interface, route.routers.child-add, route.routers.child-edit]', async ({
  as,
  complaints,
  people,
}) => {
  complaints.expect(/status of 400/);
  const name = `router-${Date.now()}`;
  const page = await as(people.member, { path: `${NETWORKS.path}/add` });
  await make(page, { ...NETWORKS, fill: withSubnet('10.91.0.0/24') }, `${name}-a`);
  await to(page, `${NETWORKS.path}/add`);
  await make(page, { ...NETWORKS, fill: withSubnet('10.92.0.0/24') }, `${name}-b`);
  await to(page, `${ROUTERS.path}/add`);
  await make(page, { ...ROUTERS, fill: () => Promise.resolve() }, name);
  const at = page.url();
  const id = idIn(page);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(name);
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).not.toContainText(id);

  await to(page, `${ROUTERS.path}/addInterface/${id}`);
  await dialogOf(page)
    .getByRole('radio', { name: `${name}-a` })
    .check();
  await dialogOf(page).getByRole('button', { name: 'Add interface' }).click();
  await expect(rowOf(page, `${name}-a`)).toContainText('10.91.0.1');
  await to(page, `${at}/interfaces/add`);
  await expect(dialogOf(page).getByRole('radio', { name: `${name}-a` })).toBeDisabled();
  await dialogOf(page)
    .getByRole('radio', { name: `${name}-b` })
    .check();
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Add interface' }).click();
  await expect(rowOf(page, `${name}-b`)).toContainText('10.92.0.1');
  await to(page, `${at}/interfaces`);
  await expect(page.getByRole('tab', { name: 'Interfaces', selected: true })).toBeVisible();
  await expect(rowOf(page, `${name}-b`)).toContainText('Internal');

  await to(page, `${at}/routes/add`);
  await dialogOf(page).getByRole('textbox', { name: 'Destination' }).fill('10.99.0.0/16');
  await dialogOf(page).getByRole('textbox', { name: 'Next hop' }).fill('10.93.0.9');
  await dialogOf(page).getByRole('button', { name: 'Add route' }).click();
  await expect(dialogOf(page)).toContainText('Enter a next hop in a subnet that the router is connected to.');
  await dialogOf(page).getByRole('textbox', { name: 'Next hop' }).fill('10.91.0.9');
  await dialogOf(page).getByRole('button', { name: 'Add route' }).click();
  await expect(rowOf(page, '10.99.0.0/16')).toContainText('10.91.0.9');
  await expect(page).toHaveURL(/\/routes$/);
  await choose(page, '10.99.0.0/16', 'Edit');
  await expect(page).toHaveURL(/\/routes\/[^/]+\/edit$/);
  await page.reload();
  await dialogOf(page).getByRole('textbox', { name: 'Next hop' }).fill('10.92.0.9');
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, '10.99.0.0/16')).toContainText('10.92.0.9');
  await to(page, `${at}/routes`);
  await expect(page.getByRole('tab', { name: 'Static routes', selected: true })).toBeVisible();
  await expect(rowOf(page, '10.99.0.0/16')).toContainText('10.92.0.9');
  await expectAccessible(page);
  await choose(page, '10.99.0.0/16', 'Remove route');
  await expect(page.getByText('This router has no static routes.')).toBeVisible();
});

test('a floating IP made in another session appears in a list that is open [fip.live]', async ({ as, people }) => {
  const list = await as(people.lead, { path: '/compute/floating-ips' });
  await expect(list.getByRole('heading', { name: 'Floating IPs', level: 1 })).toBeVisible();
  const before = await list.getByRole('link', { name: /^203\.0\.113\./ }).count();
  const page = await as(people.member, { path: '/compute/floating-ips/add' });
  await page.getByRole('radio', { name: 'public' }).check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^203\.0\.113\./, level: 1 })).toBeVisible();
  await expect(list.getByRole('link', { name: /^203\.0\.113\./ })).toHaveCount(before + 1);
});

test('floating IPs lead to a server that a router connects, and hold the way out of the router [route.fip, route.fip.add, route.routers, route.routers.add, route.routers.edit]', async ({
  as,
  api,
  people,
}) => {
  const name = `edge-${Date.now()}`;
  // A network of its own: that of the sample may have got a router from another test.
  const network = `${name}-net`;
  const page = await as(people.member, { path: `${NETWORKS.path}/add` });
  await make(page, { ...NETWORKS, fill: withSubnet('10.93.0.0/24') }, network);
  await api.createServer(name, { network_ids: [idIn(page)] });
  await to(page, ROUTERS.path);
  await expect(page.getByRole('heading', { name: 'Routers', level: 1 })).toBeVisible();

  const ips = '/compute/floating-ips';
  await to(page, ips);
  await expect(page.getByRole('heading', { name: 'Floating IPs', level: 1 })).toBeVisible();
  await to(page, `${ips}/add`);
  await page.getByRole('radio', { name: 'public' }).check();
  await expect(page.getByRole('radiogroup', { name: 'Assign now' })).toContainText('No router is connected to this subnet of');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('heading', { name: /^203\.0\.113\./, level: 1 })).toBeVisible();
  await to(page, ips);
  const link = page
    .getByRole('grid', { name: 'Floating IPs' })
    .getByRole('link', { name: /^203\.0\.113\./ })
    .first();
  const address = (await link.innerText()).trim();

  await to(page, `${ROUTERS.path}/add`);
  await make(page, ROUTERS, name);
  const router = page.url();
  await expect(rowOf(page, 'public')).toContainText('External');
  await to(page, `${router}/interfaces/add`);
  await dialogOf(page).getByRole('radio', { name: network }).check();
  await dialogOf(page).getByRole('button', { name: 'Add interface' }).click();
  await expect(rowOf(page, network)).toContainText('Internal');

  await to(page, ips);
  await choose(page, address, 'Assign');
  await dialogOf(page).getByRole('radio', { name, exact: true }).check();
  await expectAccessible(page);
  await dialogOf(page).getByRole('button', { name: 'Assign' }).click();
  await expect(rowOf(page, address)).toContainText(name);

  await to(page, `${router}/edit`);
  await expect(dialogOf(page)).toContainText('Floating IPs use this router. Unassign them first.');
  await expect(dialogOf(page).getByRole('radio', { name: /^None/ })).toBeDisabled();
  await dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }).fill(`${name}-b`);
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name: `${name}-b` })).toBeVisible();

  await to(page, ips);
  await choose(page, address, 'Unassign');
  await dialogOf(page).getByRole('button', { name: 'Unassign' }).click();
  await expect(rowOf(page, address)).not.toContainText(name);
  await to(page, router);
  await choose(page, 'public', 'Remove');
  await dialogOf(page).getByRole('button', { name: 'Remove' }).click();
  await expect(rowOf(page, 'public')).toHaveCount(0);

  const viewer = await as(people.viewer, { path: '/compute/floating-ips' });
  await expect(viewer.getByRole('link', { name: address })).toBeVisible();
  await expectRefused(viewer, ['/compute/floating-ips/add', `${ROUTERS.path}/add`, `${new URL(router).pathname}/edit`]);
});
