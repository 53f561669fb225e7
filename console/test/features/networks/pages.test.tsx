import type { Network } from '@gantry/contract/nouns/networks/entity';
import { afterEach, expect, it, vi } from 'vitest';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { callTable } from '../../../src/app/api/call-table.ts';
import { api } from '../../../src/app/api/calls.ts';
import { Page as Add } from '../../../src/features/networks/add-page.tsx';
import { view } from '../../../src/features/networks/view.tsx';
import { section } from '../../../src/features/networks/section.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { headAction } from '../../support/menu.ts';
import { withQuota } from '../../support/quota.ts';
import { acting, all, choose, click, find, pageText, type } from '../../support/render.tsx';

const { Details, List } = view;

// What is typed is kept for the tab.
afterEach(() => sessionStorage.clear());

const network: Network = {
  id: 'network-1',
  network_id: 'network-1',
  name: 'dmz',
  status: 'ACTIVE',
  type: 'vlan',
  router_external: false,
  shared: false,
  ipam_enabled: true,
  mtu: 1500,
  physical_network: 'physnet1',
  vlan_id: 7,
  rbac_policies: [],
  spoofing_protection: true,
  subnets: [
    {
      id: 'subnet-1',
      name: null,
      ip_version: 4,
      cidr: '10.0.0.0/24',
      gateway_ip: '10.0.0.1',
      allocation_pools: [{ start: '10.0.0.2', end: '10.0.0.254' }],
      dns_nameservers: ['9.9.9.9'],
      enable_dhcp: true,
      ipv6_ra_mode: null,
      ipv6_address_mode: null,
    },
  ],
  created_at: null,
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };

it('a VLAN is deleted by its type; nothing is offered that no cloud does', async () => {
  const answer = ({ method }: { method: string }) => (method === 'DELETE' ? ACCEPTED : { body: network });
  const { asked } = await openPage(Details, answer, '/compute/networks/network-1', section.details);
  for (const text of ['Active', 'VLAN', '10.0.0.0/24', '10.0.0.2 – 10.0.0.254', '9.9.9.9']) expect(pageText()).toContain(text);
  await click(await headAction('Delete'));
  expect(all('checkbox')).toHaveLength(0);
  await click(all('button', 'Delete').at(-1)!);
  const deletion = () => asked.find(({ method }) => method === 'DELETE');
  await vi.waitFor(() => expect(deletion()).toMatchObject({ path: '/api/v2/compute/networks/vlan/network-1' }), { timeout: 10_000 });
});

it('subnets tell how many of their addresses are in use and free, as far as that is known', async () => {
  const counted = {
    ...network,
    id: 'network-3',
    subnets: [...network.subnets, { ...network.subnets[0]!, id: 'subnet-2', cidr: '10.1.0.0/24' }],
  };
  const data = [{ subnet_id: 'subnet-1', total: 4000, used: 1234, free: 2766 }];
  const answer = ({ path }: { path: string }) => ({ body: path.includes('/addresses') ? { data } : counted });
  await openPage(Details, answer, '/compute/networks/network-3', section.details);
  await vi.waitFor(() => expect(pageText()).toContain('Addresses in use'), { timeout: 10_000 });
  const rows = [...document.querySelectorAll('[aria-label="Subnets"] tbody tr')].map((row) =>
    [...row.querySelectorAll('td')].slice(5, 7).map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['1,234', '2,766'],
    ['–none', '–none'],
  ]);
});

it('subnets of a network whose addresses nobody counts say nothing of them', async () => {
  const answer = ({ path }: { path: string }) => ({ body: path.includes('/addresses') ? { data: [] } : network });
  const { asked } = await openPage(Details, answer, '/compute/networks/network-1', section.details);
  await vi.waitFor(() => expect(asked.some(({ path }) => path.includes('/addresses'))).toBe(true), { timeout: 10_000 });
  expect(pageText()).not.toContain('Addresses in use');
});

it.each([
  ['flat', 'External'],
  ['vlan', 'External'],
  ['vxlan', 'Private'],
])('a network of the type %s is called %s [const.network-type-map]', async (type, kind) => {
  await openPage(Details, () => ({ body: { ...network, type } }), '/compute/networks/network-1', section.details);
  const terms = [...document.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent]);
  expect(terms).toContainEqual(['Kind', kind]);
});

it('a network that is only shared with the project is neither changed nor deleted', async () => {
  const foreign = { ...network, id: 'network-2', name: 'everyones', shared: true, rbac_policies: null };
  await openPage(List, () => ({ body: { data: [network, foreign], count: 2 } }));
  expect(pageText()).toContain('All projects');
  expect(all('button', 'Actions for dmz')).toHaveLength(1);
  await click(find('button', 'Actions for dmz'));
  expect(all('menuitem').map((item) => item.textContent)).toEqual(['Edit', 'Edit access', 'Delete']);
  await click(find('button', 'Actions for dmz'));
  for (const menu of all('button', 'Actions for everyones')) await click(menu);
  expect(all('menuitem')).toHaveLength(0);
});

it('a subnet of IPv6 is offered the four ways of giving out addresses [const.ipv6-modes]', async () => {
  const addressed = { ...network, name: 'modes' };
  await openPage(Details, () => ({ body: addressed }), '/compute/networks/network-1', section.details);
  await click(find('button', 'Add subnet'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  await click(find('radio', 'IPv6'));
  const modes = [...find('combobox', 'Address mode').querySelectorAll('option')];
  expect(modes.map(({ value }) => value || 'none')).toEqual(['none', 'slaac', 'dhcpv6-stateful', 'dhcpv6-stateless']);
});

it('a new subnet is marked in the table of its network', async () => {
  let current = network;
  const made = { ...network.subnets[0]!, id: 'subnet-9', cidr: '10.77.0.0/24' };
  const serving = ({ method, path }: Asked) => {
    if (method === 'GET') return { body: path.endsWith('/addresses') ? { data: [] } : current };
    current = { ...network, subnets: [...network.subnets, made] };
    return ACCEPTED;
  };
  await openPage(Details, serving, '/compute/networks/network-1', section.details);
  await click(find('button', 'Add subnet'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  await click(find('radio', 'IPv4'));
  await type(find('textbox', 'CIDR'), made.cidr);
  await click(all('button', 'Add subnet').at(-1)!);
  const marked = () => [...document.querySelectorAll<HTMLElement>('tr[data-marked]')].map(({ dataset }) => dataset['id']);
  await vi.waitFor(() => expect(marked()).toEqual(['subnet-9']), { timeout: 10_000 });
  expect(all('dialog')).toHaveLength(0);
});

const shared = {
  ...network,
  id: 'network-4',
  rbac_policies: [
    { target_project: 'p-2', actions: ['direct' as const] },
    { target_project: 'p-3', actions: ['routed' as const] },
  ],
};
const PROJECTS = [
  { id: 'p', name: 'own' },
  { id: 'p-2', name: 'shop' },
  { id: 'p-3', name: 'lab' },
  { id: 'p-9', name: 'press' },
];
/** A server with one network, some projects of one domain, and other networks. */
const serving = withQuota(({ method, path }) => {
  if (method !== 'GET') return ACCEPTED;
  if (path.endsWith('/domains')) return { body: { data: [{ id: 'd', name: 'Acme' }] } };
  if (path.endsWith('/projects')) return { body: { data: PROJECTS } };
  if (path.endsWith('/compute/networks')) return { body: { data: [network] } };
  return { body: shared };
});
const sent = async (asked: readonly Asked[]) => {
  await vi.waitFor(() => expect(asked.some(({ method }) => method !== 'GET')).toBe(true), { timeout: 10_000 });
  return asked.find(({ method }) => method !== 'GET')!;
};

it('access to a network is given to projects by their names, and sent as all policies without the removed ones', async () => {
  const { asked } = await openPage(Details, serving, '/compute/networks/network-4', section.details);
  await click(await headAction('Edit access'));
  await vi.waitFor(() => expect(all('combobox', 'shop: Access')).toHaveLength(1), { timeout: 10_000 });
  expect(all('checkbox', 'own')).toHaveLength(0);
  await choose(find('combobox', 'shop: Access'), 'none');
  await choose(find('combobox', 'lab: Access'), 'full');
  await click(find('checkbox', 'press'));
  await choose(find('combobox', 'press: Access'), 'routed');
  await click(find('button', 'Save'));
  expect((await sent(asked)).body).toEqual({
    rbac_policies: [
      { target_project: 'p-3', actions: ['direct', 'routed'] },
      { target_project: 'p-9', actions: ['routed'] },
    ],
  });
});

it('a project with access to a network is not called by its id while names are read, nor while a search hides it', async () => {
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  const many = Array.from({ length: 20 }, (_, index) => ({ id: `q-${index}`, name: `other ${index}` }));
  const answering = async (asked: Asked) => {
    if (!asked.path.endsWith('/projects')) return serving(asked);
    await held;
    return { body: { data: [...PROJECTS, ...many].filter(({ name }) => `contains:${name}`.includes(asked.query.get('name') ?? '')) } };
  };
  await openPage(Details, answering, '/compute/networks/network-4', section.details);
  await click(await headAction('Edit access'));
  await vi.waitFor(() => expect(all('combobox', 'Project 1: Access')).toHaveLength(1), { timeout: 10_000 });
  expect(all('dialog')[0]?.textContent).not.toContain('p-2');
  answer();
  await vi.waitFor(() => expect(all('combobox', 'shop: Access')).toHaveLength(1), { timeout: 10_000 });
  await type(all('textbox', 'Search: ').at(-1)!, 'press');
  await vi.waitFor(() => expect(all('checkbox', 'other 1')).toHaveLength(0), { timeout: 10_000 });
  expect(all('combobox', 'shop: Access')).toHaveLength(1);
});

it('who sees no projects gives access to a network by the ids of the projects', async () => {
  const { asked } = await openPage(Details, serving, '/compute/networks/network-4', section.details);
  const { subject } = api.projects.list;
  const calls = Object.values(callTable);
  const data = calls.flatMap((call) => (call.subject === subject ? [] : [[call.subject, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']]]));
  applyMeta({ data: Object.fromEntries(data), capabilities: calls.flatMap(({ capability }) => capability ?? []), seq: 8 } as never);
  await click(await headAction('Edit access'));
  await vi.waitFor(() => expect(all('combobox', 'Project 1: Access')).toHaveLength(1), { timeout: 10_000 });
  await choose(find('combobox', 'Project 1: Access'), 'none');
  await click(find('button', 'Add project'));
  await type(find('textbox', 'Project 3: Project ID'), 'p-9');
  await click(find('button', 'Save'));
  expect((await sent(asked)).body).toMatchObject({
    rbac_policies: [
      { target_project: 'p-3', actions: ['routed'] },
      { target_project: 'p-9', actions: ['direct'] },
    ],
  });
});

const ADD = section.add;
/** What its sections are called. */
const titles = () => [...document.querySelectorAll('form .pf-v6-c-form__section > h2')].map(({ textContent }) => textContent);
const side = () => document.querySelector('aside');

it('an administrator makes a VLAN beside a network on the same wire, says who may use it, and how large its packets are', async () => {
  const { asked } = await openPage(Add, serving, ADD, ADD);
  expect(titles()).toEqual(['IPv4 subnet', 'IPv6 subnet', 'Options']);
  await type(find('textbox', 'Name'), 'tagged');
  await click(find('radio', 'VLAN'));
  await click(find('radio', 'Same as another network'));
  await vi.waitFor(() => expect(all('radio', 'dmz')).toHaveLength(1), { timeout: 10_000 });
  expect(asked.find(({ path }) => path.endsWith('/compute/networks'))!.query.get('type')).toBe('in:flat,vlan');
  await click(find('radio', 'dmz'));
  await type(find('textbox', 'VLAN ID'), '9');
  await click(find('checkbox', 'IP management'));
  expect(titles()).toEqual(['Options']);
  await vi.waitFor(() => expect(all('checkbox', 'lab')).toHaveLength(1), { timeout: 10_000 });
  await click(find('checkbox', 'lab'));
  await click(find('button', 'Add all projects'));
  await choose(find('combobox', 'All projects: Access'), 'routed');
  await type(find('textbox', 'MTU'), '9000');
  expect(side()?.querySelector('h2')?.textContent).toBe('tagged');
  await click(find('button', 'Create'));
  expect(await sent(asked)).toMatchObject({
    path: '/api/v2/compute/networks/vlan',
    body: {
      name: 'tagged',
      ipam_enabled: false,
      vlan_network: 'network-1',
      vlan_id: 9,
      mtu: 9000,
      rbac_policies: [
        { target_project: 'p-3', actions: ['direct'] },
        { target_project: '*', actions: ['routed'] },
      ],
    },
  });
});

it('a new network begins at its name, tells its subnets beside, and leads to its page', async () => {
  const made = (one: Asked) => (one.method === 'GET' ? serving(one) : { status: 202, body: { task_id: 't', id: 'network-9' } });
  const { router, asked } = await openPage(Add, made, ADD, ADD);
  expect(document.activeElement === find('textbox', 'Name')).toBe(true);
  await type(find('textbox', 'Name'), 'backend');
  await type(find('textbox', 'CIDR'), '10.9.1.0/24');
  expect(side()?.textContent).toContain('backendVirtual10.9.1.0/24');
  expect(side()?.textContent).toContain('Networks3 + 1 of 10');
  await click(find('button', 'Create'));
  expect(await sent(asked)).toMatchObject({
    path: '/api/v2/compute/networks/private',
    body: { name: 'backend', ipam_enabled: true, subnets: [{ cidr: '10.9.1.0/24', enable_dhcp: true }] },
  });
  await vi.waitFor(() => expect(router.state.location.href).toBe(section.addressOf('network-9')), { timeout: 10_000 });
});

it('an empty subnet of a new network is judged when the form is sent, and what is wrong in its rows is named beside', async () => {
  await openPage(Add, serving, ADD, ADD);
  await type(find('textbox', 'DNS server 1'), '9.9.9.9');
  await acting(() => find('textbox', 'CIDR').focus());
  await acting(() => find('textbox', 'MTU').focus());
  expect(document.querySelectorAll('[data-field-error]')).toHaveLength(0);
  await type(find('textbox', 'Name'), 'backend');
  await type(find('textbox', 'DNS server 1'), 'nonsense');
  await type(find('textbox', 'CIDR'), '10.9.1.5/24');
  await acting(() => find('textbox', 'CIDR').focus());
  await acting(() => find('textbox', 'MTU').focus());
  const wrong = () => [...document.querySelectorAll('.gantry-create-wrong li')].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(pageText()).toContain('The network is 10.9.1.0/24.'), { timeout: 10_000 });
  expect(wrong()).toEqual([]);
  await click(find('button', 'Create'));
  await vi.waitFor(() => expect(wrong()).toEqual(['CIDR', 'DNS server 1']), { timeout: 10_000 });
});

it('a subnet that the cloud refuses is told at its field, which gets the focus', async () => {
  const fields = { 'subnets.0.cidr': [{ code: 'subnet_overlaps', params: { cidr: '10.9.0.0/16' } }] };
  const taken = { error: { err_code: 'validation_failed', message: 'x', data: { field_codes: fields } } };
  const answer = (one: Asked) => (one.method === 'GET' ? serving(one) : { status: 422, body: taken });
  await openPage(Add, answer, ADD, ADD);
  await type(find('textbox', 'CIDR'), '10.9.1.0/24');
  await type(find('textbox', 'Name'), 'backend');
  await click(find('button', 'Create'));
  const words = 'This range overlaps the subnet 10.9.0.0/16 of this network. Enter another range.';
  await vi.waitFor(() => expect(pageText()).toContain(words), { timeout: 10_000 });
  expect(document.activeElement).toBe(find('textbox', 'CIDR'));
  expect(find('textbox', 'CIDR')).toMatchObject({ value: '10.9.1.0/24' });
});
