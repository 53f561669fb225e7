/** Load balancers: their list, form and page, and what administrators see of them. */
import type { Page } from '@playwright/test';
import { nouns } from '@gantry/contract';
import { expect, expectAccessible, test } from '../support/fixtures.ts';
import { press } from '../support/head.ts';
import { COMPUTE, madeBy, outside } from '../support/made.ts';
import { encodeReturn } from '../support/return-route.ts';
import { confirmed } from '../support/servers.ts';
import { to } from '../support/to.ts';
import { signInTo, type Session } from '../../tools/lib/session.ts';
import type { Person } from '../support/people.ts';
import type { RunningProduct } from '../../tools/lib/product.ts';

const BALANCERS = '/compute/load-balancers';
const dialogOf = (page: Page) => page.getByRole('dialog');
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

/** Makes one in the network of the project, and ends on its page. Returns the address of that. */
async function make(page: Page, name: string): Promise<string> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await page
    .getByRole('radio', { name: /-private$/ })
    .first()
    .check();
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(title(page, name)).toBeVisible();
  await expect(page).toHaveURL(/\/compute\/load-balancers\/[^/]+\/pools$/);
  return new URL(page.url()).pathname.replace(/\/pools$/, '');
}

test('a load balancer is made, its address ends at its pools below its name, and the list shows it [route.lb, route.lb.add, route.lb.redirect, route.lb.breadcrumb]', async ({
  as,
  people,
}) => {
  const name = `shop-${Date.now()}`;
  const page = await as(people.member, { path: BALANCERS });
  await expect(title(page, 'Load balancers')).toBeVisible();
  await page.getByRole('button', { name: 'Create load balancer', exact: true }).click();
  await expect(page).toHaveURL(/\/load-balancers\/add$/);
  const address = await make(page, name);
  await to(page, address);
  await expect(page).toHaveURL((url) => url.pathname.endsWith(`${address}/pools`));
  await expect(page.getByRole('navigation', { name: 'Breadcrumb' })).toContainText(name);
  await to(page, BALANCERS);
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Active');
  await expect(row).toContainText(/\d+\.\d+\.\d+\.\d+/);
});

test('a load balancer is shown by tabs with addresses of their own, edited with a way back, and deleted [route.lb.details, route.lb.edit]', async ({
  as,
  complaints,
  people,
}) => {
  // Its details ask for it once more when it is gone.
  complaints.expect(/status of 404/);
  const name = `mail-${Date.now()}`;
  const page = await as(people.member, { path: `${BALANCERS}/add` });
  const address = await make(page, name);
  await to(page, `${address}/overview`);
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('Master');
  await expectAccessible(page);
  await to(page, `${address}/properties`);
  await expect(page.getByRole('tab', { name: 'Properties', selected: true })).toBeVisible();
  await expect(page.getByRole('tabpanel')).toContainText('active-standby');
  await expect(page.locator('.gantry-details-head')).toContainText('Active');

  await to(page, `${address}/edit/${encodeReturn({ name: 'computeLoadBalancers', params: {}, query: {} })}`);
  await dialogOf(page).getByRole('textbox', { name: 'Name', exact: true }).fill(`${name}-b`);
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/compute\/load-balancers$/);
  await page.getByRole('link', { name: `${name}-b` }).click();
  await expect(title(page, `${name}-b`)).toBeVisible();
  await press(page, 'Delete');
  await dialogOf(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText(`${name}-b has been deleted`).first()).toBeVisible();
});

test('who may only look is refused where load balancers are made and changed [choice.lb-restrictions]', async ({ as, people }) => {
  const page = await as(people.viewer, { path: BALANCERS });
  await expect(title(page, 'Load balancers')).toBeVisible();
  for (const address of [`${BALANCERS}/add`, `${BALANCERS}/add/add-pool`, `${BALANCERS}/some/edit`, `${BALANCERS}/some/pools/add-pool`]) {
    await to(page, address);
    await expect(page).toHaveURL(/\/error403/);
  }
});

test('administrators see the load balancers and pools of all tenants [screen.load-balancers]', async ({ as, people }) => {
  const name = `front-${Date.now()}`;
  const page = await as(people.member, { path: `${BALANCERS}/add` });
  await make(page, name);
  const all = await as(people.admin, { path: BALANCERS });
  const row = all.getByRole('row').filter({ hasText: name });
  await expect(row).toBeVisible();
  await expect(all.getByRole('columnheader', { name: 'Project', exact: true })).toBeVisible();
  await to(all, '/compute/load-balancer-pools');
  await expect(title(all, 'Pools')).toBeVisible();
});

const sessionOf = ({ domain, name, project = '', password }: Person, { selfService }: RunningProduct): Promise<Session> =>
  signInTo(selfService, domain, name, project, password);

/** Makes a load balancer in a network with a way out, and a floating IP that can lead there. Returns id and address of that, and the network. */
async function makeReachable(
  session: Session,
  { name, cidr }: { name: string; cidr: string },
): Promise<{ id: string; address: string; networkId: string }> {
  const network_id = await madeBy(session, `${COMPUTE}/networks/private`, { name: `${name}-net`, subnet: { cidr } });
  const external_gateway_info = { network_id: await outside(session) };
  await madeBy(session, `${COMPUTE}/routers`, { name: `${name}-router`, external_gateway_info, interfaces: [{ network_id }] });
  const { create, read } = nouns.floatingIps.calls;
  await madeBy(session, nouns.loadBalancers.calls.create.path, { name, network_id });
  const id = await madeBy(session, create.path, { floating_network_id: external_gateway_info.network_id });
  const { floating_ip_address: address } = (await session.get(read.path.replace(/\{\w+\}/, id))) as { floating_ip_address: string };
  return { id, address, networkId: network_id };
}

test('a floating IP is assigned at its own address to a virtual machine, then to a load balancer, and only by who may change it [route.fip.assign]', async ({
  api,
  as,
  people,
  product,
}) => {
  const name = `reached-${Date.now()}`;
  const { id, address, networkId } = await makeReachable(await sessionOf(people.member, product), { name, cidr: '10.172.0.0/24' });
  await api.createServer(`${name}-vm`, { network_ids: [networkId] });
  const assign = `/compute/floating-ips/${id}/assign`;
  const page = await as(people.member, { path: assign });
  for (const target of [`${name}-vm`, name]) {
    await to(page, assign);
    await dialogOf(page)
      .getByRole('textbox', { name: /^Search/ })
      .fill(name);
    await dialogOf(page).getByRole('radio', { name: target, exact: true }).check();
    await dialogOf(page).getByRole('button', { name: 'Assign' }).click();
    await expect(dialogOf(page)).toHaveCount(0);
    await to(page, '/compute/floating-ips');
    await expect(page.getByRole('row').filter({ hasText: address })).toContainText(new RegExp(`${target}(?!-)`));
  }
  const viewer = await as(people.viewer, { path: '/compute/floating-ips' });
  await expect(viewer.getByRole('link', { name: address })).toBeVisible();
  await to(viewer, assign);
  await expect(viewer).toHaveURL(/\/error403/);
});

test('operators find the networks, floating IPs, images and load balancers of tenants in the administration, and delete them there [admin.scope-compute]', async ({
  as,
  people,
  product,
}) => {
  const name = `ops-${Date.now()}`;
  const session = await sessionOf(people.member, product);
  const { address } = await makeReachable(session, { name, cidr: '10.172.1.0/24' });
  await madeBy(session, `${COMPUTE}/networks/private`, { name, subnet: { cidr: '10.171.0.0/24' } });
  const volumeId = await madeBy(session, nouns.volumes.calls.create.path, { name, size: 1 });
  await madeBy(session, nouns.volumes.calls.uploadToImage.path.replace('{volumeId}', volumeId), { image_name: name });
  const page = await as(people.admin, { path: BALANCERS });
  for (const [path, heading, called] of [
    ['/compute/networks', 'Networks', name],
    ['/compute/floating-ips', 'Floating IPs', address],
    ['/compute/images', 'Images', name],
    [BALANCERS, 'Load balancers', name],
  ] as const) {
    await to(page, `${path}?search=${encodeURIComponent(called)}`);
    await expect(title(page, heading)).toBeVisible();
    const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: `Actions for ${called}`, exact: true }) });
    await expect(row).toContainText('acme-prod');
    await row.getByRole('button', { name: `Actions for ${called}` }).click();
    await page.getByRole('menuitem', { name: 'Delete', exact: true }).click();
    await confirmed(dialogOf(page), 'Delete');
    await expect(row).toHaveCount(0);
  }
});
