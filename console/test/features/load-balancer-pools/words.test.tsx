import { expect, it, vi } from 'vitest';
import { Members } from '../../../src/features/load-balancers/pools/members.tsx';
import { poolView } from '../../../src/features/load-balancers/pools/view.tsx';
import { openPage } from '../../support/console-page.tsx';
import { all } from '../../support/render.tsx';
import { aMember, aPool } from './a-pool.ts';

const cells = (label: string): string[] =>
  all('row')
    .slice(1)
    .map((row) => row.querySelector(`[data-label="${label}"]`)?.textContent ?? '');

it('shows each status of a pool by words of its own [pool.statuses]', async () => {
  const statuses = ['CREATING', 'ACTIVE', 'CONFIGURING', 'DELETING', 'ERROR'] as const;
  const data = statuses.map((status) => aPool({ id: status, name: `is ${status}`, status }));
  await openPage(poolView.List, () => ({ body: { data, count: data.length } }));
  await vi.waitFor(() => expect(all('row')).toHaveLength(6), { timeout: 10_000 });
  expect(cells('Status')).toEqual(['Creating', 'Active', 'Configuring', 'Deleting', 'Error']);
});

/** What the page of a pool says of the health of each member. */
async function healths(members: Parameters<typeof aMember>[0][]): Promise<string[]> {
  const pool = aPool({ members: members.map((one, index) => aMember({ id: String(index), server_name: `web-${index}`, ...one })) });
  await openPage(
    () => <Members pool={pool} />,
    () => ({ body: { data: [], count: 0 } }),
  );
  await vi.waitFor(() => expect(all('row')).toHaveLength(members.length + 1), { timeout: 10_000 });
  return cells('Health');
}

it('shows the health of each pool member by words of its own [member.health]', async () => {
  const each = ['HEALTHY', 'UNHEALTHY', 'DISABLED', 'UNKNOWN', 'ERROR'] as const;
  expect(await healths(each.map((health) => ({ health })))).toEqual(['Healthy', 'Unhealthy', 'Disabled', 'Unknown', 'Error']);
});

it('shows a pool member that is switched off as disabled whatever its health [member.disabled]', async () => {
  const each = ['HEALTHY', 'UNHEALTHY', 'UNKNOWN', 'ERROR'] as const;
  expect(await healths(each.map((health) => ({ health, enabled: false })))).toEqual(each.map(() => 'Disabled'));
});
