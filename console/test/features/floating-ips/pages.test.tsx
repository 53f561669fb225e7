import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import { expect, it, vi } from 'vitest';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { loadBalancers } from '../../../src/features/load-balancers/index.ts';
import { floatingIps } from '../../../src/features/floating-ips/index.ts';
import { createPage } from '../../../src/app/view/create-page.tsx';
import { view } from '../../../src/features/floating-ips/view.tsx';
import { section } from '../../../src/features/floating-ips/section.ts';
import { aServer, openPage, type Asked } from '../../support/console-page.tsx';
import { withQuota } from '../../support/quota.ts';
import { all, click, find, pageText } from '../../support/render.tsx';
import { describeSection } from '../../support/section.tsx';

const { Details, List } = view;
const { Page } = await createPage(view);

const free: FloatingIp = {
  id: 'fip-1',
  name: '203.0.113.5',
  description: null,
  status: 'DOWN',
  floating_ip_address: '203.0.113.5',
  fixed_ip_address: null,
  port_id: null,
  router_id: null,
  router_name: null,
  attachment: null,
  floating_network_id: 'outside',
  floating_network_name: 'public',
  created_at: '2026-11-20T10:00:00Z',
  project_id: 'project-1',
  domain_id: 'd',
  revision: 1,
};
const assigned: FloatingIp = {
  ...free,
  status: 'ACTIVE',
  port_id: 'port',
  fixed_ip_address: '10.0.0.2',
  attachment: { object_id: 'server-1', object_name: 'web-1', device_owner: 'compute:nova' },
};
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };
const rowOf = (text: string): HTMLElement => all('row').find(({ textContent }) => textContent?.includes(text))!;

describeSection(section, { List, Details }, assigned, ['Active', 'web-1', '10.0.0.2', 'public']);

it.each([
  ['ACTIVE', 'Active'],
  ['DOWN', 'Down'],
  ['ERROR', 'Error'],
])('a floating IP in %s reads %s [fip.status]', async (status, label) => {
  await openPage(List, () => ({ body: { data: [{ ...free, status }], count: 1 } }));
  const row = rowOf('203.0.113.5');
  expect(row.textContent).toContain(label);
  for (const other of ['Active', 'Down', 'Error']) if (other !== label) expect(row.textContent).not.toContain(other);
});

it('the form for a new floating IP asks for the right to create in the list of floating IPs [choice.fip-add-action]', () => {
  const route = floatingIps.routes.find(({ path }) => path === '/compute/floating-ips/add');
  expect(route).toMatchObject({ restriction: { subject: 'compute_networks_floating_ips_list', action: 'create' } });
});

it.each([
  ['the only', 1, true],
  ['no', 2, false],
])('the form for a floating IP chooses beforehand %s network of those that lead outside', async (_, count, isChosen) => {
  const networks = ['public', 'other']
    .slice(0, count)
    .map((name) => ({ id: name, name, router_external: true, rbac_policies: [], subnets: [] }));
  await openPage(
    Page,
    withQuota(({ path }) => ({ body: { data: path.endsWith('/networks') ? networks : [], count } })),
  );
  await vi.waitFor(() => expect(find('radio', 'public')).toHaveProperty('checked', isChosen), { timeout: 10_000 });
});

it('an assigned floating IP is taken away after a question that names its virtual machine', async () => {
  const { asked } = await openPage(List, ({ method }) => (method === 'GET' ? { body: { data: [assigned], count: 1 } } : ACCEPTED));
  await click(find('button', `Actions for ${assigned.name}`));
  await click(find('menuitem', 'Unassign'));
  expect(pageText()).toContain('web-1 can no longer be reached at this address.');
  await click(all('button', 'Unassign').at(-1)!);
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.path).toBe('/api/v2/compute/floating_ips/fip-1/release'), {
    timeout: 10_000,
  });
});

it('each interface that a floating IP cannot lead to says what is missing, and the others can be chosen', async () => {
  const nic = (network: string, mac: string, ip: string) => ({
    networks: [
      {
        network_id: network,
        name: network,
        mac_addr: mac,
        ips: [ip],
        ipam_enabled: true,
        spoofing_protection: true,
        security_group_ids: [],
      },
    ],
    network_data: [{ mac_addr: mac, fixed_ips: [ip] }],
  });
  const servers = [
    aServer({ id: 's-1', name: 'lonely', ...nic('alone', 'fa:16:3e:00:00:01', '10.1.0.2') }),
    aServer({ id: 's-2', name: 'reached', ...nic('routed', 'fa:16:3e:00:00:02', '10.2.0.2') }),
    aServer({ id: 's-3', name: 'walled', ...nic('closed', 'fa:16:3e:00:00:03', '10.3.0.2') }),
    aServer({ id: 's-4', name: 'six', ...nic('routed', 'fa:16:3e:00:00:04', 'fd00::4') }),
  ];
  const network = (id: string, cidr: string) => ({ id, name: id, rbac_policies: [], subnets: [{ id: `${id}-s`, cidr }] });
  const router = (name: string, at: string, out: object | null) => ({
    name,
    external_gateway_info: out,
    interfaces_info: [{ fixed_ips: [{ subnet_id: `${at}-s`, ip_address: 'x' }] }],
  });
  const lists: Readonly<Record<string, unknown[]>> = {
    servers,
    networks: [network('alone', '10.1.0.0/24'), network('routed', '10.2.0.0/24'), network('closed', '10.3.0.0/24')],
    routers: [router('edge', 'routed', { network_id: 'outside' }), router('dead-end', 'closed', null)],
    floating_ips: [free],
    loadbalancers: [],
  };
  const answer = ({ method, path }: Asked) => {
    if (method !== 'GET') return ACCEPTED;
    return { body: { data: lists[path.split('/').at(-1)!] ?? [], count: 1 } };
  };
  const { asked } = await openPage(List, answer);
  await click(find('button', `Actions for ${free.name}`));
  await click(find('menuitem', 'Assign'));
  await vi.waitFor(() => expect(pageText()).toContain('No router is connected to this subnet of alone.'), { timeout: 10_000 });
  expect(pageText()).toContain('The router dead-end has no external network.');
  expect(pageText()).toContain('This interface has no IPv4 address.');
  for (const name of ['lonely', 'walled', 'six']) expect(find('radio', name)).toHaveProperty('disabled', true);
  await click(find('radio', 'reached'));
  await click(all('button', 'Assign').at(-1)!);
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'POST')).toBeDefined(), { timeout: 10_000 });
  expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
    path: '/api/v2/compute/floating_ips/fip-1/assign',
    body: { server_id: 's-2', mac_addr: 'fa:16:3e:00:00:02', fixed_ip_address: '10.2.0.2' },
  });
});

it('a floating IP leads to a load balancer that a router connects, and names it', async () => {
  const balancer = (id: string, at: string) => ({ id, name: id, address: `${at}.9`, network_id: at, network_name: at });
  const network = (id: string) => ({ id, name: id, rbac_policies: [], subnets: [{ id: `${id}-s`, cidr: `${id}.0/24` }] });
  const led: FloatingIp = { ...assigned, id: 'fip-2', attachment: { object_id: 'lb-3', object_name: 'mail', device_owner: 'Octavia' } };
  const lists: Readonly<Record<string, unknown[]>> = {
    servers: [],
    loadbalancers: [balancer('shop', '10.2.0'), balancer('lonely', '10.1.0')],
    networks: [network('10.2.0'), network('10.1.0')],
    routers: [
      {
        name: 'edge',
        external_gateway_info: { network_id: 'outside' },
        interfaces_info: [{ fixed_ips: [{ subnet_id: '10.2.0-s', ip_address: 'x' }] }],
      },
    ],
    floating_ips: [free, led],
  };
  const listed = () => (
    <FeaturesContext value={[loadBalancers]}>
      <List />
    </FeaturesContext>
  );
  const { asked } = await openPage(listed, ({ method, path }) =>
    method === 'GET' ? { body: { data: lists[path.split('/').at(-1)!] ?? [], count: 1 } } : ACCEPTED,
  );
  expect(find('link', 'mail').getAttribute('href')).toBe('/compute/load-balancers/lb-3');
  await click(all('button', `Actions for ${free.name}`)[0]!);
  await click(find('menuitem', 'Assign'));
  await vi.waitFor(() => expect(find('radio', 'lonely')).toHaveProperty('disabled', true), { timeout: 10_000 });
  await click(find('radio', 'shop'));
  await click(all('button', 'Assign').at(-1)!);
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ load_balancer_id: 'shop' }), {
    timeout: 10_000,
  });
});
