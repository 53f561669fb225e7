import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'volume-snapshots',
  kind: 'volume_snapshot',
  calls: api.volumeSnapshots,
  path: '/compute/volume-snapshots',
  owned: true,
  spec: {
    sortKeys: ['name', 'status', 'size', 'created_at'],
    filters: { search: 'contains', status: 'in' },
    defaultSort: 'created_at:desc',
  },
});
