import { SNAPSHOT_STATUSES } from '@gantry/contract/nouns/volume-snapshots/rules';
import type { VolumeSnapshot } from '@gantry/contract/nouns/volume-snapshots/entity';
import { expect, it } from 'vitest';
import { volumeSnapshots } from '../../../src/features/volume-snapshots/index.ts';
import { section } from '../../../src/features/volume-snapshots/section.ts';
import { Details, List } from '../../../src/features/volume-snapshots/pages.tsx';
import { toneOf } from '../../../src/features/volume-snapshots/snapshot-status.tsx';
import en from '../../../src/features/volume-snapshots/texts/en.json';
import { describeSection } from '../../support/section.tsx';

const snapshot: VolumeSnapshot = {
  id: 'snapshot-1',
  name: 'before the update',
  description: null,
  status: 'available',
  size: 10,
  volume_id: 'volume-1',
  volume_name: 'data',
  bootable: true,
  created_at: '2026-11-20T10:00:00Z',
  project_id: 'p',
  domain_id: 'd',
  revision: 1,
};

describeSection(section, { List, Details }, snapshot, ['Available', '10 GiB', 'data']);

it('name each status, and show how it is [snapshot.statuses]', () => {
  expect(volumeSnapshots.menu).toBeUndefined();
  expect(new Set(SNAPSHOT_STATUSES.map((status) => en.status[status])).size).toBe(12);
  expect(['available', 'creating', 'delete_paused', 'error_deleting', 'deleted', 'newer'].map(toneOf)).toEqual([
    'ok',
    'progress',
    'progress',
    'error',
    'neutral',
    'neutral',
  ]);
});
