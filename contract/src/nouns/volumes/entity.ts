import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { dated } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';
import { VOLUME_QUOTA } from './quota.ts';
import { VOLUME_STATUSES } from './statuses.ts';

/** What volumes were made from, as it was kept before it told of hypervisor, firmware and user. */
const withGuest = (source: unknown): unknown =>
  typeof source === 'object' && source !== null
    ? { hypervisor_type: 'QEMU', hw_firmware_type: null, os_admin_user: null, ...source }
    : source;

/** A schedule, as it was kept before it told of what is missing. */
const withMissed = (schedule: unknown): unknown =>
  typeof schedule === 'object' && schedule !== null ? { missed: null, ...schedule } : schedule;

/** Why a snapshot of a schedule was left out: the quota is full, the volume was busy, who set it may not any more, the cloud said no. */
const missed = z.enum(['quota', 'state', 'rights', 'refused']);
export type Missed = z.infer<typeof missed>;

/** A volume (S2 §3). */
export const {
  kind: volumeKind,
  resource,
  calls,
} = defineNoun({
  name: 'volume',
  path: '/api/v2/compute/volumes',
  param: 'volumeId',
  source: 'S2 §7',
  of: 'project',
  quota: VOLUME_QUOTA,
  statuses: VOLUME_STATUSES,
  statesKept: true,
  members: {
    description: z.string().nullable(),
    /** GiB */
    size: z.number().int(),
    bootable: z.boolean(),
    attachments: z.array(z.object({ server_id: z.string(), server_name: z.string().nullable() })),
    storage_policy_name: z.string().nullable(),
    snapshot_id: z.string().nullable(),
    volume_image_metadata: z
      .object({
        image_id: z.string().nullable(),
        image_name: z.string().nullable(),
        disk_format: z.string().nullable(),
        /** QEMU where nothing else is said. */
        hypervisor_type: z.string(),
        hw_firmware_type: z.string().nullable(),
        os_type: z.string().nullable(),
        /** Name of the user with an administrator's rights that the image brings. */
        os_admin_user: z.string().nullable(),
      })
      .nullable(),
    /** Bytes that are written to it. Null: the metrics tell (`GET /prometheus/api/v1/query`). */
    usage: z.number().int().nullable(),
    /** Plans that it is backed up by. */
    backup_plans: z.array(z.object({ id: z.string(), name: z.string() })),
    /** Which storage its data is on; `vstorage` is the cloud's own. Null where the cloud does not tell. */
    volume_backend: z.string().nullable(),
    /** What a node must offer that a server with it runs on. */
    traits: z.array(z.string()),
    /** Snapshots that are taken of it by themselves, how many of them stay, and why the last one is missing, null where it is not; null: none. */
    snapshot_schedule: z.object({ hours: z.number().int(), keep: z.number().int(), missed: missed.nullable() }).nullable(),
    created_at: instant,
  },
  version: 5,
  upgrades: {
    1: (volume) => ({ ...volume, volume_image_metadata: withGuest(volume['volume_image_metadata']) }),
    2: (volume) => ({ description: null, ...volume }),
    3: (volume) => ({ usage: null, backup_plans: [], volume_backend: null, traits: [], snapshot_schedule: null, ...volume }),
    4: (volume) => ({ ...volume, snapshot_schedule: withMissed(volume['snapshot_schedule']) }),
  },
  blockedBy: [{ kind: 'volume_snapshot', field: 'volume_id' }],
  defaultSort: 'created_at:desc',
  fields: {
    size: { path: 'size', type: 'integer', sort: true },
    storage_policy: { path: 'storage_policy_name', type: 'text', filter: ['is'] },
    server: { path: 'attachments.server_id', type: 'text', many: true, filter: ['is'] },
    ...dated,
  },
  joins: [{ kind: 'server', at: 'attachments', id: 'server_id', fields: { server_name: 'name' } }],
});
export type Volume = z.infer<typeof volumeKind.entity>;
