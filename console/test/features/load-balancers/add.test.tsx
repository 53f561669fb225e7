import { expect, it, vi } from 'vitest';
import { Page } from '../../../src/features/load-balancers/add-page.tsx';
import { section } from '../../../src/features/load-balancers/section.ts';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { all, click, find, pageText, type } from '../../support/render.tsx';

const subnet = (id: string, version: 4 | 6, cidr: string, start: string, more = {}) => ({
  id,
  name: id,
  ip_version: version,
  cidr,
  gateway_ip: null,
  allocation_pools: [{ start, end: start }],
  ...more,
});
const network = (name: string, managed: boolean, subnets: object[]) => ({
  id: name,
  name,
  ipam_enabled: managed,
  router_external: false,
  rbac_policies: [],
  subnets,
});
const flavor = (id: string, topology: string) => ({ id, name: id, enabled: true, flavor_data: { loadbalancer_topology: topology } });
const LISTS: Readonly<Record<string, unknown[]>> = {
  networks: [
    network('inner', true, [
      subnet('four', 4, '10.0.0.0/24', '10.0.0.2'),
      subnet('six', 6, 'fd00::/64', 'fd00::2', { ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' }),
    ]),
    network('bare', false, []),
  ],
  flavors: [flavor('pair', 'ACTIVE_STANDBY'), flavor('alone', 'SINGLE')],
  floating_ips: [{ id: 'fip', name: '203.0.113.4', port_id: null, floating_network_id: 'outside' }],
  routers: [
    {
      name: 'edge',
      external_gateway_info: { network_id: 'outside' },
      interfaces_info: [{ fixed_ips: [{ subnet_id: 'four', ip_address: 'x' }] }],
    },
  ],
};
const answer = ({ method, path }: Asked) => {
  if (method !== 'GET') return { status: 202, body: { task_id: 't', id: 'lb-1' } };
  if (path.includes('quotas')) return { body: { load_balancers: { limit: 10, used: 0 }, storage_policies: [] } };
  const data = LISTS[path.split('/').at(-1)!] ?? [];
  return { body: { data, count: data.length } };
};
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000 });
const open = async () => {
  const opened = await openPage(Page, answer, section.add, section.add);
  await type(find('textbox', 'Name') as HTMLInputElement, 'shop');
  await eventually(() => expect(find('radio', 'inner')).toBeTruthy());
  await click(find('radio', 'inner'));
  const made = () => opened.asked.find(({ method }) => method === 'POST')?.body;
  const create = async () => {
    await click(find('button', 'Create'));
    await eventually(() => expect(made()).toBeDefined());
    return made();
  };
  return { ...opened, create };
};

it('makes a load balancer of two instances in a network that manages its addresses, with a floating IP', async () => {
  const { create } = await open();
  expect(find('radio', 'bare')).toHaveProperty('disabled', true);
  expect(pageText()).toContain('A load balancer needs a network with IP address management.');
  await eventually(() => expect(find('radio', '203.0.113.4')).toHaveProperty('disabled', false));
  await click(find('radio', '203.0.113.4'));
  expect(await create()).toEqual({
    name: 'shop',
    description: '',
    network_id: 'inner',
    ip_version: 4,
    flavor_id: 'pair',
    floating_ip_id: 'fip',
    pools: [],
  });
});

it('offers the two topologies, and makes a load balancer of one instance [lb.topology]', async () => {
  const { create } = await open();
  const offered = () => all('radio').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent);
  await eventually(() => expect(offered()).toEqual(expect.arrayContaining(['Two instances, active and standby', 'One instance'])));
  await click(find('radio', 'One instance'));
  expect(await create()).toMatchObject({ flavor_id: 'alone' });
});

it('the form for a load balancer asks for no address where interfaces make their own', async () => {
  await open();
  await eventually(() => expect(find('textbox', 'Address')).toBeTruthy());
  const version = find('combobox', 'IP version') as HTMLSelectElement;
  version.value = '6';
  version.dispatchEvent(new Event('change', { bubbles: true }));
  await eventually(() => expect(pageText()).toContain('Addresses in this subnet are assigned automatically.'));
  expect(all('textbox', 'Address')).toEqual([]);
});
