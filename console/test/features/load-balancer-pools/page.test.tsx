import { expect, it, vi } from 'vitest';
import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { poolView } from '../../../src/features/load-balancers/pools/view.tsx';
import { openPage, type Asked } from '../../support/console-page.tsx';
import { actionItem, headAction } from '../../support/menu.ts';
import { all, click, find, pageText, settle, type } from '../../support/render.tsx';
import { aMember, aPool } from './a-pool.ts';

const PATH = '/compute/load-balancers/$loadBalancerId/pools/$loadBalancerPoolId/$detailsTab';
const ACCEPTED = { status: 202, body: { task_id: 't', id: 'pool-1' } };

/** The page of a pool with one of its tabs open. */
const open = (pool: Pool, tab = 'members') => {
  const answer = ({ method, path }: Asked) => {
    if (method !== 'GET') return ACCEPTED;
    return { body: path.endsWith(`/pools/${pool.id}`) ? pool : { data: [], count: 0 } };
  };
  return openPage(poolView.Details, answer, `/compute/load-balancers/lb1/pools/pool-1/${tab}`, PATH);
};
const changes = (asked: readonly Asked[]) => asked.filter(({ method }) => method !== 'GET').map(({ body }) => body);
const rowOf = (text: string) => all('row').find(({ textContent }) => textContent?.includes(text))!;

async function act(member: string, action: string): Promise<void> {
  await click(find('button', `Actions for ${member}`));
  await settle();
  await click(await actionItem(action));
}

it('shows a pool member that is switched off as disabled, and marks a member whose machine is gone', async () => {
  await open(
    aPool({
      members: [
        aMember({ enabled: false }),
        aMember({ id: 'm2', server_name: 'web-2', health: 'UNHEALTHY' }),
        aMember({ id: 'm3', server_id: null, server_name: null, address: '10.0.0.13', gone: true, health: 'UNKNOWN' }),
      ],
    }),
  );
  expect(rowOf('web-1').textContent).toContain('Disabled');
  expect(rowOf('web-2').textContent).toContain('Unhealthy');
  expect(rowOf('10.0.0.13').textContent).toContain('no longer has this address');
});

const FIRST = { server_id: 's1', address: '10.0.0.11', weight: 1, enabled: true };
const SECOND = { server_id: 's2', address: '10.0.0.12', weight: 3, enabled: true };

it.each([
  ['Disable', [FIRST, { ...SECOND, enabled: false }]],
  ['Drain', [FIRST, { ...SECOND, weight: 0 }]],
])('%s changes one member of a pool and keeps the others', async (action, members) => {
  const { asked } = await open(aPool());
  await act('web-2', action);
  await vi.waitFor(() => expect(changes(asked)).toEqual([{ members }]));
});

const LOST = { server_id: 's9', address: '10.0.0.19', weight: 0, enabled: true };
const withLost = () =>
  aPool({ members: [...aPool().members, aMember({ id: 'm9', ...LOST, server_name: null, gone: true, health: 'ERROR' })] });

it.each([
  ['Disable', 'web-2', [FIRST, { ...SECOND, enabled: false }, LOST]],
  ['Drain', 'web-1', [{ ...FIRST, weight: 0 }, SECOND, LOST]],
])('%s of one member of a pool keeps a member whose machine is deleted', async (action, member, members) => {
  const { asked } = await open(withLost());
  await act(member, action);
  await vi.waitFor(() => expect(changes(asked)).toEqual([{ members }]));
});

it('a member of a pool whose machine is deleted is removed by its own action', async () => {
  const { asked } = await open(withLost());
  await act('10.0.0.19', 'Remove');
  await click(all('button', 'Remove').at(-1)!);
  await vi.waitFor(() => expect(changes(asked)).toEqual([{ members: [FIRST, SECOND] }]));
});

it('a member is removed from a pool only after a question', async () => {
  const { asked } = await open(aPool());
  await act('web-2', 'Remove');
  expect(changes(asked)).toEqual([]);
  await click(all('button', 'Remove').at(-1)!);
  await vi.waitFor(() => expect(changes(asked)).toEqual([{ members: [FIRST] }]));
});

it('a member of a pool gets another weight, but not the weight 257', async () => {
  const { asked } = await open(aPool());
  await act('web-1', 'Change weight');
  await vi.waitFor(() => find('textbox', 'Weight'));
  await type(find('textbox', 'Weight'), '257');
  await click(find('button', 'Save'));
  expect(changes(asked)).toEqual([]);
  await type(find('textbox', 'Weight'), '20');
  await click(find('button', 'Save'));
  await vi.waitFor(() => expect(changes(asked)).toEqual([{ members: [{ ...FIRST, weight: 20 }, SECOND] }]));
});

const DAY = 86_400_000;
const certificate = (days: number) => ({
  subject: 'CN=shop.example',
  issuer: 'CN=authority',
  names: ['shop.example'],
  not_before: '2026-01-01T00:00:00Z',
  not_after: new Date(Date.now() + days * DAY + DAY / 2).toISOString(),
  fingerprint: 'AA:BB',
});

it.each([
  ['warns of a certificate that has 29 days left', certificate(29), true],
  ['does not warn of one that has 30', certificate(30), false],
])('by the days that its certificate has left, the overview of a pool %s', async (_, one, warns) => {
  await open(aPool({ tls_enabled: true, certificate: one }), 'overview');
  expect(pageText()).toContain('shop.example');
  expect(pageText().includes('The certificate expires on')).toBe(warns);
});

it.each([
  ['no member that is switched on is healthy', ['UNHEALTHY', 'ERROR'], true],
  ['one is healthy', ['UNHEALTHY', 'HEALTHY'], false],
  ['one has not been looked at', ['UNHEALTHY', 'UNKNOWN'], false],
] as const)('where %s, the page of a pool says by its members whether traffic is forwarded', async (_, health, isDown) => {
  await open(aPool({ members: health.map((one, index) => aMember({ id: `m${index}`, health: one })) }));
  expect(pageText().includes('No member is healthy')).toBe(isDown);
});

it('says why a pool that was made elsewhere cannot be changed, and offers no change', async () => {
  await open(aPool({ read_only: 'pool_shared' }));
  expect(pageText()).toContain('Created outside this console');
  expect(pageText()).toContain('Several listeners use it.');
  expect(all('button', 'Edit members').filter((button) => button.closest('.gantry-tab') !== null)).toEqual([]);
});

it('names every piece that the deletion of a pool takes which was made elsewhere, on its page and in the question', async () => {
  const pieces = [
    { sort: 'listener', id: 'l', name: 'front', shared: false },
    { sort: 'l7policy', id: 'p', name: null, shared: false },
    { sort: 'pool', id: 's', name: 'shared', shared: true },
  ] as const;
  await open(aPool({ read_only: 'pool_l7_policies', pieces: [...pieces] }));
  const expected = ['Listener front', 'L7 policy p'];
  const named = (within: string) => [...document.querySelectorAll(`${within} li`)].map(({ textContent }) => textContent);
  expect(named('.pf-v6-c-alert')).toEqual(expected);
  await click(await headAction('Delete'));
  expect(named('[role=dialog]')).toEqual(expected);
});

it('the overview of a pool says that a certificate which the cloud does not show is not available', async () => {
  await open(aPool({ tls_enabled: true, certificate: null }), 'overview');
  expect(pageText()).toContain('The cloud does not let this console read the certificate.');
});
