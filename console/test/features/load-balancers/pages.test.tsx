import type { AmphoraRole, Topology } from '@gantry/contract/nouns/load-balancers/availability';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { expect, it, vi } from 'vitest';
import { DeleteDialog } from '../../../src/features/servers/actions/dialogs/delete.tsx';
import { LeftPools } from '../../../src/features/servers/actions/left-pools.tsx';
import { Balancers } from '../../../src/features/servers/details/balancers.tsx';
import { Overview } from '../../../src/features/load-balancers/overview.tsx';
import { section } from '../../../src/features/load-balancers/section.ts';
import { Taken } from '../../../src/features/load-balancers/taken.tsx';
import { view } from '../../../src/features/load-balancers/view.tsx';
import { aServer, openPage } from '../../support/console-page.tsx';
import { headAction } from '../../support/menu.ts';
import { all, click, find, pageText } from '../../support/render.tsx';
import { describeSection } from '../../support/section.tsx';
import { aPool } from '../load-balancer-pools/a-pool.ts';
import { aBalancer, anAmphora } from './a-balancer.ts';

const { Details, List } = view;
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };
const cells = (label: string): string[] =>
  all('row')
    .slice(1)
    .map((row) => row.querySelector(`[data-label="${label}"]`)?.textContent ?? '');
const listed = (data: readonly LoadBalancer[]) => openPage(List, () => ({ body: { data, count: data.length } }));

describeSection(section, { List, Details }, aBalancer({ pools: [] }), ['Active']);

it('the list of load balancers has the floating IP before the address inside, as whoever is outside uses that', async () => {
  await listed([aBalancer()]);
  const headings = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
  expect(headings.indexOf('Address')).toBe(headings.indexOf('Floating IP') + 1);
});

it.each([
  ['the floating IP', '203.0.113.9', aBalancer()],
  ['the address inside where there is no floating IP', '10.0.0.9', aBalancer({ floating_ip_address: null })],
])('the line below the name of a load balancer begins with %s', async (_, address, balancer) => {
  await openPage(Details, () => ({ body: { ...balancer, data: [] } }), section.addressOf(balancer.id), section.details);
  expect(document.querySelector('.gantry-details-line li')?.textContent).toBe(address);
});

it('shows each status of a load balancer by words of its own [lb.statuses]', async () => {
  const statuses = ['CREATING', 'ACTIVE', 'DISABLED', 'CONFIGURING', 'DELETING', 'ERROR', 'DEPLOYMENT_FAILED'] as const;
  await listed(statuses.map((status) => aBalancer({ id: status, name: `is ${status}`, status })));
  expect(cells('Status')).toEqual(['Creating', 'Active', 'Disabled', 'Configuring', 'Deleting', 'Error', 'Deployment failed']);
});

it('the list of load balancers shows a word for each status of either set [choice.lb-status-mapping]', async () => {
  const statuses = [
    'CREATING', 'ACTIVE', 'DISABLED', 'CONFIGURING', 'DELETING', 'ERROR', 'DEPLOYMENT_FAILED',
    'DOWN', 'BUILD', 'PENDING_CREATE', 'PENDING_UPDATE', 'PENDING_DELETE',
  ]; // prettier-ignore
  await listed(statuses.map((status) => aBalancer({ id: status, name: status, status: status as 'ACTIVE' })));
  const words = cells('Status');
  expect(words).toHaveLength(12);
  expect(words.filter((word) => word === '' || statuses.includes(word) || word.startsWith('Unknown'))).toEqual([]);
  // One that is built and one that is created are the same to people.
  expect(new Set(words).size).toBe(11);
});

it('shows the role of each instance of a load balancer [amphora.roles]', async () => {
  const amphorae = (['STANDALONE', 'MASTER', 'BACKUP'] as const).map((role) => anAmphora({ id: `of ${role}`, role }));
  await openPage(
    () => <Overview balancer={aBalancer({ amphorae })} />,
    () => ({ body: { data: [], count: 0 } }),
  );
  const roles = all('row')
    .slice(1)
    .map(({ textContent }) => textContent);
  expect(roles.map((text, index) => text?.includes(['Standalone', 'Master', 'Backup'][index]!))).toEqual([true, true, true]);
});

/** What the list says of the high availability of a load balancer. */
async function availability(topology: Topology | null, roles: readonly (AmphoraRole | null)[]): Promise<string[]> {
  await listed([aBalancer({ topology, amphorae: roles.map((role, index) => anAmphora({ id: String(index), role })) })]);
  return cells('High availability');
}

it.each([
  ['ACTIVE_STANDBY', []],
  [null, ['MASTER']],
  [null, ['BACKUP']],
] as const)('a load balancer shows high availability by the topology %s and instances %j [lb.ha-on]', async (topology, roles) => {
  expect(await availability(topology, roles)).toEqual(['Yes']);
});

it.each([
  [null, ['STANDALONE']],
  ['ACTIVE_STANDBY', ['STANDALONE']],
] as const)('a load balancer shows no high availability by the topology %s and instances %j [lb.ha-off]', async (topology, roles) => {
  expect(await availability(topology, roles)).toEqual(['No']);
});

it.each([
  [2, 'Yes'],
  [1, 'No'],
])('a load balancer of %i instances without roles shows high availability as %s [lb.ha-unset]', async (count, shown) => {
  expect(
    await availability(
      null,
      Array.from({ length: count }, () => null),
    ),
  ).toEqual([shown]);
});

it.each([
  ['ACTIVE_STANDBY', 'Yes'],
  ['SINGLE', 'No'],
] as const)('a load balancer of the topology %s shows high availability as %s [lb.topology]', async (topology, shown) => {
  expect(await availability(topology, [])).toEqual([shown]);
});

it('switches a load balancer off after a question, and one that is configured says why it cannot be', async () => {
  const { asked } = await openPage(List, ({ method }) =>
    method === 'GET'
      ? { body: { data: [aBalancer(), aBalancer({ id: 'lb-2', name: 'busy', status: 'CONFIGURING' })], count: 2 } }
      : ACCEPTED,
  );
  await click(find('button', 'Actions for busy'));
  expect(pageText()).toContain('Not possible in the load balancer status Configuring.');
  await click(find('button', 'Actions for busy'));
  await click(find('button', 'Actions for shop'));
  await click(find('menuitem', 'Disable'));
  expect(pageText()).toContain('It accepts no connections until you enable it again.');
  await click(all('button', 'Disable').at(-1)!);
  await vi.waitFor(() => expect(asked.find(({ method }) => method !== 'GET')).toMatchObject({ body: { enabled: false } }), {
    timeout: 10_000,
  });
});

it('offers to recreate a load balancer that has failed, and says what has happened', async () => {
  const failed = aBalancer({ status: 'DEPLOYMENT_FAILED' });
  const { asked } = await openPage(
    Details,
    ({ method, path }) => (method !== 'GET' ? ACCEPTED : { body: path.endsWith('/lb-1') ? failed : { data: [], count: 0 } }),
    section.addressOf('lb-1'),
    section.details,
  );
  expect(pageText()).toContain('The load balancer has failed');
  await click(await headAction('Recreate'));
  await click(all('button', 'Recreate').at(-1)!);
  await vi.waitFor(
    () => expect(asked.find(({ method }) => method === 'POST')?.path).toBe('/api/v2/compute/lbaas/loadbalancers/lb-1/recreate'),
    { timeout: 10_000 },
  );
});

it.each([
  ['warns where no member of a load balancer is healthy', ['UNHEALTHY', 'ERROR'], 'Unhealthy: 1, Error: 1', true],
  ['does not warn where a member of a load balancer is healthy', ['UNHEALTHY', 'HEALTHY'], 'Healthy: 1, Unhealthy: 1', false],
  ['does not warn where nobody knows of a member', ['UNKNOWN'], 'Unknown: 1', false],
])('the overview of a load balancer %s', async (_, healths, said, isWarned) => {
  const members = healths.map((health, index) => ({ id: String(index), enabled: true, health }));
  await openPage(
    Details,
    ({ path }) => {
      if (path.endsWith('/lb-1')) return { body: aBalancer() };
      return { body: path.endsWith('/pools') ? { data: [{ id: 'pool-1', name: 'web', members }], count: 1 } : { data: [], count: 0 } };
    },
    `${section.addressOf('lb-1')}/overview`,
    `${section.details}/overview`,
  );
  await vi.waitFor(() => expect(pageText()).toContain(said), { timeout: 10_000 });
  expect(pageText().includes('No member is healthy')).toBe(isWarned);
});

it('names the load balancers of a machine, with its health there', async () => {
  const other = { id: 'm-2', server_id: 'server-2', protocol_port: 80, enabled: true, health: 'HEALTHY' };
  const own = { id: 'm-1', server_id: 'server-1', protocol_port: 8080, enabled: true, health: 'UNHEALTHY' };
  const pool = { id: 'pool-1', name: 'web', loadbalancer_id: 'lb-1', loadbalancer_name: 'shop', members: [other, own] };
  const { asked } = await openPage(
    () => <Balancers server={aServer({ id: 'server-1' })} />,
    () => ({ body: { data: [pool], count: 1 } }),
  );
  await vi.waitFor(() => expect(all('row')).toHaveLength(2), { timeout: 10_000 });
  expect(all('row')[1]?.textContent).toContain('shopweb8080Unhealthy');
  expect(asked.find(({ path }) => path.endsWith('/pools'))?.query.get('server')).toBe('server-1');
});

it('the question before a machine is deleted names the pools that lose it', async () => {
  const pools = [aPool({ name: 'web', loadbalancer_name: 'shop' }), aPool({ id: 'pool-2', name: 'mail', loadbalancer_name: 'post' })];
  await openPage(
    () => <DeleteDialog item={aServer({ id: 'server-1' })} obstacle={undefined} onClose={() => undefined} />,
    () => ({ body: { data: pools, count: 2 } }),
  );
  await vi.waitFor(() => expect(pageText()).toContain('Removed from load balancer pools:'), { timeout: 10_000 });
  const named = [...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent);
  expect(named).toEqual(['web (shop)', 'mail (post)']);
});

it('the question before several machines are deleted names the pools that lose them, each once', async () => {
  const pools = [aPool({ name: 'web', loadbalancer_name: 'shop' })];
  const { asked } = await openPage(
    () => <LeftPools items={[aServer({ id: 'server-1' }), aServer({ id: 'server-2' })]} />,
    () => ({ body: { data: pools, count: 1 } }),
  );
  await vi.waitFor(() => expect(pageText()).toContain('Removed from load balancer pools:'), { timeout: 10_000 });
  expect([...document.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual(['web (shop)']);
  expect(asked.find(({ path }) => path.endsWith('/pools'))?.query.get('server')).toBe('any:server-1,server-2');
});

it('says what to do with a load balancer of several addresses, and names what its deletion takes', async () => {
  const several = aBalancer({ read_only: 'load_balancer_addresses', additional_addresses: ['10.0.1.9', 'fd00::9'] });
  await openPage(
    Details,
    ({ path }) => ({ body: path.endsWith('/lb-1') ? several : { data: [], count: 0 } }),
    section.addressOf('lb-1'),
    section.details,
  );
  expect(pageText()).toContain('create a load balancer for each address and delete this one');
  await click(await headAction('Delete'));
  const named = [...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent);
  expect(named).toEqual(['web', '10.0.1.9', 'fd00::9']);
});

it('names every piece that the deletion of load balancers takes which was made elsewhere, each once', async () => {
  const shared = { sort: 'member', id: 'm', name: '192.0.2.7 80', shared: true } as const;
  const pieces = [
    { sort: 'listener', id: 'l', name: 'front', shared: false },
    { sort: 'l7policy', id: 'p', name: 'to-admins', shared: false },
  ] as const;
  const pools = [
    aPool({ id: 'l', name: 'front', read_only: 'pool_shared', pieces: [...pieces, shared] }),
    aPool({ id: 'l2', name: 'back', read_only: 'pool_shared', pieces: [{ ...pieces[0], id: 'l2', name: null }, shared] }),
  ];
  const balancers = [
    aBalancer({ id: 'lb-1', pools: [{ id: 'l', name: 'front' }] }),
    aBalancer({ id: 'lb-2', pools: [{ id: 'l2', name: 'back' }] }),
    aBalancer({ id: 'lb-3', pools: [] }),
  ];
  const { asked } = await openPage(
    () => <Taken items={balancers} />,
    () => ({ body: { data: pools, count: 2 } }),
  );
  const named = () => [...document.querySelectorAll('li')].map(({ textContent }) => textContent);
  await vi.waitFor(() => expect(named()).toHaveLength(6));
  expect(named()).toEqual(['front', 'back', 'Listener front', 'L7 policy to-admins', 'Member 192.0.2.7 80', 'Listener l2']);
  expect(asked.find(({ path }) => path.endsWith('/pools'))?.query.get('load_balancer')).toBe('in:lb-1,lb-2');
});
