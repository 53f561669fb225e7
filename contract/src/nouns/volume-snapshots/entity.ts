import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { VOLUME_SNAPSHOT_QUOTA } from './quota.ts';
import { SNAPSHOT_STATUSES } from './statuses.ts';

/** A point in time of a volume (S2 §3), of which new volumes are made. */
export const {
  kind: volumeSnapshotKind,
  resource,
  calls,
} = defineNoun({
  name: 'volume_snapshot',
  path: '/api/v2/compute/volume_snapshots',
  param: 'snapshotId',
  source: 'S2 §7',
  of: 'project',
  quota: VOLUME_SNAPSHOT_QUOTA,
  statuses: SNAPSHOT_STATUSES,
  members: {
    description: z.string().nullable(),
    /** GiB: a volume made of it has at least so many. */
    size: z.number().int(),
    volume_id: z.string(),
    /**
     * Name of its volume, whether servers boot from that, and how its data is kept, which is how volumes made of it keep theirs; null for
     * callers who do not see it.
     */
    volume_name: z.string().nullable(),
    bootable: z.boolean().nullable(),
    storage_policy_name: z.string().nullable(),
    created_at: instant,
  },
  defaultSort: 'created_at:desc',
  fields: {
    size: { path: 'size', type: 'integer', sort: true },
    volume_id: { path: 'volume_id', type: 'text', filter: ['is'] },
    ...dated,
  },
  joins: [
    {
      kind: 'volume',
      at: '',
      id: 'volume_id',
      fields: { volume_name: 'name', bootable: 'bootable', storage_policy_name: 'storage_policy_name' },
    },
  ],
});
export type VolumeSnapshot = z.infer<typeof volumeSnapshotKind.entity>;
