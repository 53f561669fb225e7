import type { Network } from '@gantry/contract/nouns/networks/entity';
import { expect, it, vi } from 'vitest';
import { Details, List } from '../../../src/features/networks/pages.tsx';
import { section } from '../../../src/features/networks/section.ts';
import { openPage } from '../../support/console-page.tsx';
import { all, choose, click, find, pageText } from '../../support/render.tsx';

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
  await click(find('button', 'Delete'));
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

it('what is only shared with the project is neither changed nor deleted', async () => {
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

it('access is sent as all policies, without those that were taken away', async () => {
  const shared = {
    ...network,
    rbac_policies: [
      { target_project: 'p-2', actions: ['direct' as const] },
      { target_project: 'p-3', actions: ['routed' as const] },
    ],
  };
  const { asked } = await openPage(
    Details,
    ({ method }) => (method === 'GET' ? { body: shared } : ACCEPTED),
    '/compute/networks/network-1',
    section.details,
  );
  await click(find('button', 'Edit access'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  await choose(find('combobox', 'Project 1: Access'), 'none');
  await choose(find('combobox', 'Project 2: Access'), 'full');
  await click(find('button', 'Save'));
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')).toBeDefined(), { timeout: 10_000 });
  expect(asked.find(({ method }) => method === 'PATCH')!.body).toEqual({
    rbac_policies: [{ target_project: 'p-3', actions: ['direct', 'routed'] }],
  });
});
