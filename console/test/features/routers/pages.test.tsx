import type { Router } from '@gantry/contract/nouns/routers/entity';
import { expect, it, vi } from 'vitest';
import { createPage } from '../../../src/app/view/create-page.tsx';
import { Page as AddRoute } from '../../../src/features/routers/route-page.tsx';
import { overPage } from '../../../src/app/view/over-page.tsx';
import { view } from '../../../src/features/routers/view.tsx';
import { addTo, section } from '../../../src/features/routers/section.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { withQuota } from '../../support/quota.ts';
import { headAction } from '../../support/menu.ts';
import { all, click, find, pageText, type } from '../../support/render.tsx';
import { describeSection } from '../../support/section.tsx';

const { Details, List } = view;
const { Page: Add } = await createPage(view);
const { Page: Edit } = await overPage(view, 'edit');

const fixed = (subnet: string, ip: string) => [{ subnet_id: subnet, ip_address: ip }];
const gateway = { network_id: 'outside', network_name: 'public', external_fixed_ips: fixed('so', '203.0.113.7'), enable_snat: true };
const inner = { port_id: 'port-1', network_id: 'n1', network_name: 'inner', fixed_ips: fixed('s1', '10.0.0.1'), status: 'ACTIVE' };
const router: Router = {
  id: 'router-1',
  name: 'edge',
  status: 'ACTIVE',
  external_gateway_info: gateway,
  external_interface: { network_id: 'outside', status: 'ACTIVE', fixed_ips: gateway.external_fixed_ips },
  interfaces_info: [],
  routes: [{ destination: '10.99.0.0/16', nexthop: '10.0.0.9' }],
  created_at: '2026-11-20T10:00:00Z',
  updated_at: null,
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};
const administrator = {
  id: 'user-1',
  name: 'admin',
  project_id: null,
  domain_id: 'd',
  domain_name: 'D',
  external_provider: null,
  is_superuser: false,
  permissions: [],
  expires_at: '2099-01-01T00:00:00.000Z',
};
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };
const NOTHING = { body: { data: [], count: 0 } };
const inside = { ...router, interfaces_info: [inner] };

/** A server with one router, and what else is asked for. */
const answering =
  (one: Router, others: Readonly<Record<string, unknown[]>> = {}) =>
  ({ method, path }: Asked) => {
    if (method !== 'GET') return ACCEPTED;
    if (path === `/api/v2/compute/routers/${one.id}`) return { body: one };
    const found = Object.entries(others).find(([place]) => path.endsWith(place));
    return found ? { body: { data: found[1] } } : NOTHING;
  };
const changed = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== 'GET');
const rowOf = (text: string): HTMLElement => all('row').find(({ textContent }) => textContent?.includes(text))!;

describeSection(section, { List, Details }, router, ['Active', 'public', '203.0.113.7']);

it.each([
  ['of the system', 'system_admin', ['Project', 'Domain']],
  ['of a domain', 'domain_admin', ['Project']],
])('an administrator %s is told whose each router is, as far as there are several', async (_, role, told) => {
  const one = { ...router, project_name: 'shop', domain_name: 'Acme' };
  const session = { currentUser: { ...administrator, roles: [{ id: role }] }, currentProject: null };
  await openPage(List, () => ({ body: { data: [one], count: 1 } }), undefined, undefined, session as never);
  const headings = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(['Project', 'Domain'].filter((heading) => headings.includes(heading))).toEqual(told);
  expect(pageText().includes('shop')).toBe(told.includes('Project'));
  expect(pageText().includes('Acme')).toBe(told.includes('Domain'));
});

it.each([
  ['ACTIVE', 'Active'],
  ['DOWN', 'Down'],
  ['ERROR', 'Error'],
])('an interface of a router in %s reads %s [router.iface-status]', async (status, label) => {
  const one = {
    ...router,
    status: 'BUILD',
    external_interface: null,
    external_gateway_info: null,
    interfaces_info: [{ ...inner, status }],
  };
  await openPage(Details, answering(one), section.addressOf(one.id), section.details);
  const row = rowOf('inner');
  expect(row.textContent).toContain(label);
  for (const other of ['Active', 'Down', 'Error']) if (other !== label) expect(row.textContent).not.toContain(other);
});

it('the external interface goes by a change of the router that leaves it no way out [router.remove-external]', async () => {
  const { asked } = await openPage(Details, answering(inside), section.addressOf(router.id), section.details);
  await click(find('button', 'Actions for public'));
  await click(find('menuitem', 'Remove'));
  await click(all('button', 'Remove').at(-1)!);
  await vi.waitFor(() => expect(changed(asked)).toHaveLength(1), { timeout: 10_000 });
  expect(changed(asked)[0]).toMatchObject({
    path: '/api/v2/compute/routers/router-1',
    body: { external_gateway_info: null },
  });
});

it('the external interface of a router stays while floating IPs lead through it, and says so', async () => {
  const answer = answering(inside, { '/floating_ips': [{ id: 'f' }] });
  await openPage(Details, answer, section.addressOf(router.id), section.details);
  await click(find('button', 'Actions for public'));
  const remove = find('menuitem', 'Remove');
  expect(remove.getAttribute('aria-disabled')).toBe('true');
  expect(remove.textContent).toContain('Floating IPs use this router. Unassign them first.');
});

it('an internal interface of a router is removed by its network; a router with an interface cannot be deleted', async () => {
  const { asked } = await openPage(Details, answering(inside), section.addressOf(router.id), section.details);
  expect((await headAction('Delete')).getAttribute('aria-disabled')).toBe('true');
  await click(find('button', 'Actions for inner'));
  await click(find('menuitem', 'Remove'));
  await click(all('button', 'Remove').at(-1)!);
  await vi.waitFor(() => expect(changed(asked)).toHaveLength(1), { timeout: 10_000 });
  expect(changed(asked)[0]).toMatchObject({ path: '/api/v2/compute/routers/router-1/remove_interface', body: { network_id: 'n1' } });
});

it('a router keeps its way out while floating IPs lead through it, and says so', async () => {
  const networks = [
    { id: 'outside', name: 'public', router_external: true },
    { id: 'n1', name: 'inner', router_external: false },
  ];
  const answer = answering(router, { '/networks': networks, '/floating_ips': [{ id: 'f' }] });
  await openPage(Edit, answer, '/compute/routers/router-1/edit', `${section.details}/edit`);
  await vi.waitFor(() => expect(pageText()).toContain('Floating IPs use this router. Unassign them first.'), { timeout: 10_000 });
  expect(find('radio', 'None')).toHaveProperty('disabled', true);
  expect(find('radio', 'public')).toHaveProperty('disabled', false);
  expect(all('radio', 'inner')).toHaveLength(0);
});

it('a new route is sent with those that there are, marked in their table, and what is wrong with it is told at its field', async () => {
  const { asked, router: history } = await openPage(AddRoute, answering(router), '/compute/routers/router-1/routes/add', addTo('routes'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  await type(find('textbox', 'Destination'), '10.50.0.1/16');
  await type(find('textbox', 'Next hop'), '10.0.0.8');
  await click(all('button', 'Add route').at(-1)!);
  await vi.waitFor(() => expect(pageText()).toContain('10.50.0.0/16'), { timeout: 10_000 });
  expect(changed(asked)).toEqual([]);
  await type(find('textbox', 'Destination'), '10.50.0.0/16');
  await click(all('button', 'Add route').at(-1)!);
  await vi.waitFor(() => expect(changed(asked)).toHaveLength(1), { timeout: 10_000 });
  expect(changed(asked)[0]!.body).toEqual({ routes: [...router.routes, { destination: '10.50.0.0/16', nexthop: '10.0.0.8' }] });
  await vi.waitFor(() => expect(history.state.location.pathname).toBe('/compute/routers/router-1/routes'), { timeout: 10_000 });
  expect(history.state.location.state.marked?.words).toEqual(['10.50.0.0-16,10.0.0.8']);
});

it('a new router is sent with the subnets that it connects, and with an address where one is typed', async () => {
  const net = (id: string, name: string, cidr: string) => ({ id, name, router_external: false, subnets: [{ id: `s-${id}`, cidr }] });
  const networks = [net('n1', 'shop', '10.0.0.0/24'), net('n2', 'wide', '10.0.0.0/16'), net('n3', 'lab', '10.9.0.0/24')];
  const { asked } = await openPage(Add, withQuota(answering(router, { '/networks': networks })));
  await type(find('textbox', 'Name'), 'edge');
  await click(find('checkbox', 'shop'));
  await click(find('checkbox', 'lab'));
  // What overlaps one that is chosen cannot be chosen beside it.
  expect(rowOf('wide').textContent).toContain('overlaps the connected subnet 10.0.0.0/24');
  await type(find('textbox', 'IP address: lab 10.9.0.0/24'), '10.9.0.7');
  await click(find('button', 'Create'));
  await vi.waitFor(() => expect(changed(asked)).toHaveLength(1), { timeout: 10_000 });
  expect(changed(asked)[0]!.body).toEqual({
    name: 'edge',
    interfaces: [
      { network_id: 'n1', subnet_id: 's-n1' },
      { network_id: 'n3', subnet_id: 's-n3', ip_address: '10.9.0.7' },
    ],
  });
});

it('a new router is offered a network of two versions of IP once, with a choice for each of them', async () => {
  const subnets = [
    { id: 's4', ip_version: 4, cidr: '10.0.0.0/24' },
    { id: 's6', ip_version: 6, cidr: 'fd00::/64' },
  ];
  const networks = [{ id: 'n1', name: 'dual', router_external: false, subnets }];
  await openPage(Add, withQuota(answering(router, { '/networks': networks })));
  const table = () => all('checkbox', 'IPv4')[0]?.closest('table');
  await vi.waitFor(() => expect(table()).toBeTruthy(), { timeout: 10_000 });
  const rows = [...table()!.querySelectorAll('tbody tr')].map(({ textContent }) => textContent);
  expect(rows).toEqual(['dual', 'IPv410.0.0.0/24', 'IPv6fd00::/64']);
});
