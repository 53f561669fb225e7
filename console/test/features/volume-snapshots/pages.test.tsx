import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { expect, it, vi } from 'vitest';
import { volumeSnapshots } from '../../../src/features/volume-snapshots/index.ts';
import { section } from '../../../src/features/volume-snapshots/section.ts';
import { view } from '../../../src/features/volume-snapshots/view.tsx';
import en from '../../../src/app/resource/texts/en.json';
import { openPage } from '../../support/console-page.tsx';
import { all, click, find, type } from '../../support/render.tsx';
import { describeSection } from '../../support/section.tsx';

const { Details, List } = view;

const snapshot: VolumeSnapshot = {
  id: 'snapshot-1',
  name: 'before the update',
  description: null,
  status: 'available',
  size: 10,
  volume_id: 'volume-1',
  volume_name: 'data',
  bootable: true,
  storage_policy_name: 'default',
  created_at: '2026-11-20T10:00:00Z',
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};

describeSection(section, { List, Details }, snapshot, ['Available', '10 GiB', 'data']);

it('a volume snapshot is edited from the menu of its row, unless it is being deleted', async () => {
  const going = { ...snapshot, id: 'going', name: 'going', status: 'deleting' };
  const { asked } = await openPage(List, ({ method }) =>
    method === 'PATCH' ? { status: 202, body: { task_id: 't', id: snapshot.id } } : { body: { data: [snapshot, going], count: 2 } },
  );
  await click(find('button', 'Actions for going'));
  expect(find('menuitem', 'Edit').getAttribute('aria-disabled')).toBe('true');
  await click(find('button', 'Actions for going'));
  await click(find('button', `Actions for ${snapshot.name}`));
  await click(find('menuitem', 'Edit'));
  await vi.waitFor(() => expect(all('dialog')).toHaveLength(1), { timeout: 10_000 });
  await type(find('textbox', 'Name'), 'after the update');
  await click(all('button', 'Save').at(-1)!);
  const change = {
    method: 'PATCH',
    path: `/api/v2/compute/volume_snapshots/${snapshot.id}`,
    body: { name: 'after the update', description: '' },
  };
  await vi.waitFor(() => expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject(change), { timeout: 10_000 });
});

it('each status of a volume snapshot has a name of its own [snapshot.statuses]', () => {
  expect(volumeSnapshots.menu).toBeUndefined();
  const statuses = [
    ...(['available', 'backing_up', 'creating', 'deleting', 'deleted', 'error', 'error_deleting', 'restoring', 'unmanaging'] as const),
    ...(['updating', 'delete_pending', 'delete_paused'] as const),
  ];
  const words = statuses.map((status) => en.status[status]);
  expect([new Set(words).size, words.includes('')]).toEqual([12, false]);
});
