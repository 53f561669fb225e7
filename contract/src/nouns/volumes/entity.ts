import { z } from 'zod';
import { defineKind } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';

/** A volume (S2 §3). */
const volume = z
  .object({
    id: z.string(),
    name: z.string(),
    /** One of S2 §4, or a newer one. */
    status: z.string(),
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
        os_type: z.string().nullable(),
      })
      .nullable(),
    created_at: instant,
    project_id: z.string(),
    domain_id: z.string(),
    revision: z.number().int(),
  })
  .meta({ id: 'Volume' });

export const volumeKind = defineKind({
  name: 'volume',
  subject: 'compute_volumes',
  channel: 'compute',
  entity: volume,
  version: 1,
  shareable: false,
  statusField: 'status',
  defaultSort: 'created_at:desc',
  fields: {
    id: { path: 'id', type: 'text', filter: ['is'] },
    name: { path: 'name', type: 'text', sort: true, filter: ['is', 'contains'] },
    status: { path: 'status', type: 'text', sort: true, filter: ['is'] },
    size: { path: 'size', type: 'integer', sort: true },
    server: { path: 'attachments.server_id', type: 'text', many: true, filter: ['is'] },
    created_at: { path: 'created_at', type: 'time', sort: true },
  },
  joins: [{ kind: 'server', at: 'attachments', id: 'server_id', fields: { server_name: 'name' } }],
});
