import { z } from 'zod';
import { dated, defineKind, named } from '../../wire/kind.ts';
import { identified, instant } from '../../wire/values.ts';

/** A point in time of a volume (S2 §3), of which new volumes are made. */
const volumeSnapshot = z
  .object({
    ...identified,
    description: z.string().nullable(),
    /** One of SNAPSHOT_STATUSES, or a newer one that is shown neutrally. */
    status: z.string(),
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
    project_id: z.string(),
    domain_id: z.string(),
  })
  .meta({ id: 'VolumeSnapshot' });
export type VolumeSnapshot = z.infer<typeof volumeSnapshot>;

export const volumeSnapshotKind = defineKind({
  name: 'volume_snapshot',
  subject: 'compute_volume_snapshots',
  channel: 'compute',
  entity: volumeSnapshot,
  version: 1,
  shareable: false,
  statusField: 'status',
  defaultSort: 'created_at:desc',
  fields: {
    ...named,
    status: { path: 'status', type: 'text', sort: true, filter: ['is'] },
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
