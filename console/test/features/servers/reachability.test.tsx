import { expect, it } from 'vitest';
import { NetworksTab } from '../../../src/features/servers/details/networks.tsx';
import { FeaturesContext } from '../../../src/app/router/features-context.ts';
import { applyMeta } from '../../../src/app/abilities/abilities.ts';
import { features } from '../../../src/features/index.ts';
import { aServer, openPage, type Asked } from '../../support/console-page.tsx';
import { acting, all, settle } from '../../support/render.tsx';

const MAC = 'fa:16:3e:00:00:01';
const server = aServer({
  name: 'web',
  networks: [
    { mac_addr: MAC, network_id: 'n', name: 'inner', ips: ['10.0.0.5'], security_group_ids: ['g'], spoofing_protection: true } as never,
  ],
  network_data: [{ mac_addr: MAC, fixed_ips: ['10.0.0.5'] } as never],
});
const network = { id: 'n', name: 'inner', rbac_policies: [], router_external: false, subnets: [{ id: 'sub', cidr: '10.0.0.0/24' }] };
const router = (outside: string | null) => ({
  id: 'r',
  name: 'edge',
  external_gateway_info: outside === null ? null : { network_id: outside, network_name: outside },
  interfaces_info: [{ network_id: 'n', fixed_ips: [{ subnet_id: 'sub', ip_address: '10.0.0.1' }] }],
});
const floating = { id: 'f', floating_ip_address: '203.0.113.9', floating_network_id: 'public', fixed_ip_address: '10.0.0.5' };
const leading = { ...floating, attachment: { object_id: server.id, object_name: 'web', device_owner: 'compute:nova' } };
const rule = (port: number) => ({
  id: String(port),
  direction: 'ingress',
  ethertype: 'IPv4',
  protocol: 'tcp',
  port_range_min: port,
  port_range_max: port,
  remote_ip_prefix: null,
  remote_group_id: null,
});
const group = (...ports: number[]) => ({ id: 'g', name: 'web-rules', security_group_rules: ports.map(rule) });

interface World {
  routers?: readonly object[];
  floatingIps?: readonly object[];
  groups?: readonly object[];
}

/** The way to the machine where these stand around it: the sentence, and what each box says. */
async function way({ routers = [router('public')], floatingIps = [leading], groups = [group(22, 443)] }: World) {
  const lists: Record<string, readonly object[]> = { networks: [network], routers, floating_ips: floatingIps, 'security-groups': groups };
  const answer = ({ path }: Asked) => ({ body: { data: lists[path.split('/').at(-1)!] ?? [] } });
  await openPage(
    () => (
      <FeaturesContext value={features}>
        <NetworksTab server={server} />
      </FeaturesContext>
    ),
    answer,
  );
  await settle(50);
  const boxes = [...document.querySelectorAll('.gantry-way > ol > li')];
  return {
    said: document.querySelector('.gantry-way > p')?.textContent,
    boxes: boxes.map(({ textContent }) => textContent),
    missing: boxes.flatMap((box) => (box.hasAttribute('data-missing') ? [box.querySelector('.gantry-hop-label')?.textContent] : [])),
    steps: boxes.flatMap((box) => [...box.querySelectorAll('.gantry-hop-step')].map(({ textContent }) => textContent)),
  };
}

it('the page of a virtual machine shows the way from the internet to it, with addresses, names and the ports that are open', async () => {
  const { said, boxes, missing } = await way({});
  expect(said).toBe('Reachable from the internet at 203.0.113.9.');
  expect(boxes).toEqual([
    'Internet',
    'Floating IP203.0.113.9',
    'RouteredgeThrough public',
    'Networkinner10.0.0.0/24',
    'Interface10.0.0.5web-rulesOpen to anyone:TCP 22 (SSH)TCP 443 (HTTPS)',
    expect.stringMatching(/^Virtual machineweb/),
  ]);
  expect(missing).toEqual([]);
  expect(all('link', 'edge').map((link) => link.getAttribute('href'))).toEqual([expect.stringContaining('/compute/routers/r')]);
});

it.each<[string, World, string[], string[]]>([
  ['no floating IP', { floatingIps: [] }, ['Floating IP'], ['Assign floating IP']],
  ['no router', { floatingIps: [], routers: [] }, ['Floating IP', 'Router'], ['Connect a router']],
  ['a router without a gateway', { floatingIps: [], routers: [router(null)] }, ['Floating IP', 'Router'], ['Set an external network']],
  ['no open port', { groups: [group()] }, ['Interface'], ['Open a port']],
])('the way to a virtual machine with %s says what is missing and offers the next step', async (_, world, missing, steps) => {
  const shown = await way(world);
  expect(shown.said).toBe('Not reachable from the internet.');
  expect(shown.missing).toEqual(missing);
  expect(shown.steps).toEqual(steps);
});

/** The table below the picture: a line for each column. */
async function table(world: World): Promise<string[]> {
  await way(world);
  const details = document.querySelector<HTMLDetailsElement>('details.gantry-chart-table')!;
  await acting(() => {
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
  });
  return [...details.querySelectorAll('tbody td')].map((cell) => `${cell.getAttribute('data-label')}: ${cell.textContent}`);
}

const REACHED = [
  'Interface: 10.0.0.5',
  'Floating IP: 203.0.113.9',
  'External network: public',
  'Router: edge',
  'Network: inner',
  'Open ports: TCP 22 (SSH)TCP 443 (HTTPS)',
  'Missing: –none',
];
const CUT_OFF = [
  'Interface: 10.0.0.5',
  'Floating IP: –none',
  'External network: –none',
  'Router: edge',
  'Network: inner',
  'Open ports: –none',
  'Missing: No floating IPNo external networkNo port is open to anyone',
];

it.each<[string, World, string[]]>([
  ['reached', {}, REACHED],
  ['cut off', { floatingIps: [], routers: [router(null)], groups: [group()] }, CUT_OFF],
])('the way to a virtual machine that is %s is also a table', async (_, world, lines) => {
  expect(await table(world)).toEqual(lines);
});

it('the way to a virtual machine offers no step to who may only look', async () => {
  const { steps } = await way({ floatingIps: [], routers: [] });
  expect(steps).toEqual(['Connect a router']);
  const reads = ['compute_networks', 'compute_routers', 'compute_networks_floating_ips_list', 'compute_security_groups'];
  await acting(() => applyMeta({ data: Object.fromEntries(reads.map((subject) => [subject, ['GET']])), capabilities: [], seq: 99 }));
  expect(document.querySelectorAll('.gantry-way')).toHaveLength(1);
  expect(document.querySelectorAll('.gantry-hop-step')).toHaveLength(0);
});
