import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { expect, it, vi } from 'vitest';
import { Overview } from '../../../src/features/load-balancers/overview.tsx';
import { section } from '../../../src/features/load-balancers/section.ts';
import { view } from '../../../src/features/load-balancers/view.tsx';
import { openPage } from '../../support/console-page.tsx';
import { headAction } from '../../support/menu.ts';
import { all, click, find, pageText } from '../../support/render.tsx';
import { describeSection } from '../../support/section.tsx';
import { aBalancer, anAmphora } from './a-balancer.ts';

const { Details, List } = view;
const ACCEPTED = { status: 202, body: { task_id: 't', id: null } };
const cells = (label: string): string[] =>
  all('row')
    .slice(1)
    .map((row) => row.querySelector(`[data-label="${label}"]`)?.textContent ?? '');
const listed = (data: readonly LoadBalancer[]) => openPage(List, () => ({ body: { data, count: data.length } }));

describeSection(section, { List, Details }, aBalancer(), ['Active']);

it('shows each status of a load balancer by words of its own [lb.statuses]', async () => {
  const statuses = ['CREATING', 'ACTIVE', 'DISABLED', 'CONFIGURING', 'DELETING', 'ERROR', 'DEPLOYMENT_FAILED'] as const;
  await listed(statuses.map((status) => aBalancer({ id: status, name: `is ${status}`, status })));
  expect(cells('Status')).toEqual([
    'Being created',
    'Active',
    'Disabled',
    'Being configured',
    'Being deleted',
    'Error',
    'Deployment failed',
  ]);
});

it('shows a word for each status of either set [choice.lb-status-mapping]', async () => {
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

it.each([
  ['ACTIVE_STANDBY', [], 'Yes', 'lb.ha-on'],
  [null, ['MASTER'], 'Yes', 'lb.ha-on'],
  [null, ['BACKUP'], 'Yes', 'lb.ha-on'],
  ['SINGLE', ['MASTER', 'BACKUP'], 'Yes', 'lb.ha-on'],
  ['SINGLE', [], 'No', 'lb.topology'],
  [null, ['STANDALONE'], 'No', 'lb.ha-off'],
  ['ACTIVE_STANDBY', ['STANDALONE'], 'No', 'lb.ha-off'],
  [null, [null, null], 'Yes', 'lb.ha-unset'],
  [null, [null], 'No', 'lb.ha-unset'],
] as const)(
  'of the topology %s with instances %j shows high availability as %s [lb.ha-on, lb.ha-off, lb.ha-unset, lb.topology]',
  async (topology, roles, shown) => {
    await listed([aBalancer({ topology, amphorae: roles.map((role, index) => anAmphora({ id: String(index), role })) })]);
    expect(cells('High availability')).toEqual([shown]);
  },
);

it('switches a load balancer off after a question, and one that is configured says why it cannot be', async () => {
  const { asked } = await openPage(List, ({ method }) =>
    method === 'GET'
      ? { body: { data: [aBalancer(), aBalancer({ id: 'lb-2', name: 'busy', status: 'CONFIGURING' })], count: 2 } }
      : ACCEPTED,
  );
  await click(find('button', 'Actions for busy'));
  expect(pageText()).toContain('Not possible while the status of the load balancer is Being configured.');
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

it('warns where no member of a load balancer is healthy, and not where one may be', async () => {
  const member = (id: string, health: string) => ({
    id,
    server_id: 's',
    server_name: 'web-1',
    address: '10.0.0.3',
    protocol_port: 80,
    weight: 1,
    enabled: true,
    health,
    gone: false,
  });
  const open = (...healths: string[]) =>
    openPage(
      Details,
      ({ path }) => {
        if (path.endsWith('/lb-1')) return { body: aBalancer() };
        const pool = { id: 'pool-1', name: 'web', members: healths.map((health, index) => member(String(index), health)) };
        return { body: path.endsWith('/pools') ? { data: [pool], count: 1 } : { data: [], count: 0 } };
      },
      `${section.addressOf('lb-1')}/overview`,
      `${section.details}/overview`,
    );
  await open('UNHEALTHY', 'ERROR');
  await vi.waitFor(() => expect(pageText()).toContain('No member is healthy'), { timeout: 10_000 });
  expect(pageText()).toContain('Unhealthy: 1, Error: 1');
  await open('UNHEALTHY', 'HEALTHY');
  await vi.waitFor(() => expect(pageText()).toContain('Healthy: 1'), { timeout: 10_000 });
  expect(pageText()).not.toContain('No member is healthy');
});
