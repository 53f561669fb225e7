import { z } from 'zod';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { instantText } from '../../../engines/openstack/client/items.ts';

const snapshot = z.object({
  id: z.string(),
  name: z.string().nullish(),
  description: z.string().nullish(),
  status: z.string(),
  size: z.number().int(),
  volume_id: z.string(),
  metadata: z.record(z.string(), z.string()),
  created_at: instantText,
  'os-extended-snapshot-attributes:project_id': z.string(),
});
export type CinderSnapshot = z.infer<typeof snapshot>;

/** Snapshots of the volumes of all projects. */
export const volumeSnapshots = collection({
  service: 'volume',
  path: '/snapshots',
  details: '/snapshots/detail',
  members: ['snapshots', 'snapshot'],
  item: snapshot,
  query: { all_tenants: 1, sort: 'id:asc' },
});
