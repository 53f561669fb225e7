import { z } from 'zod';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';

const cinderVolume = z.object({
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  status: z.string(),
  size: z.number().int(),
  bootable: z.union([z.literal('true'), z.literal('false'), z.boolean()]),
  /** One that is attached to a host, and to no server, names none. */
  attachments: z
    .array(z.object({ server_id: z.string().nullish() }))
    .transform((attachments) => attachments.flatMap(({ server_id }) => (server_id ? [{ server_id }] : []))),
  volume_type: z.string().nullish(),
  snapshot_id: z.string().nullish(),
  volume_image_metadata: z.record(z.string(), z.string()).optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  created_at: instantText,
  'os-vol-tenant-attr:tenant_id': z.string(),
  /** `host@backend#pool`; for administrators. */
  'os-vol-host-attr:host': z.string().nullish(),
});
export type CinderVolume = z.infer<typeof cinderVolume>;

/** Volumes of all projects. */
export const volumes = collection({
  service: 'volume',
  path: '/volumes',
  details: '/volumes/detail',
  members: ['volumes', 'volume'],
  item: cinderVolume,
  query: { all_tenants: 1, sort: 'id:asc' },
});
