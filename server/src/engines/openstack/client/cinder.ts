import { z } from 'zod';
import type { Api } from './api.ts';
import { instantText, itemsOf, type Items } from './items.ts';

export const cinderVolume = z.object({
  id: z.string(),
  name: z.string().nullish(),
  status: z.string(),
  size: z.number().int(),
  bootable: z.union([z.literal('true'), z.literal('false'), z.boolean()]),
  attachments: z.array(z.object({ server_id: z.string() })),
  volume_type: z.string().nullish(),
  snapshot_id: z.string().nullish(),
  volume_image_metadata: z.record(z.string(), z.string()).optional(),
  created_at: instantText,
  'os-vol-tenant-attr:tenant_id': z.string(),
});
export type CinderVolume = z.infer<typeof cinderVolume>;

/** One page of the volumes of all projects. */
export async function listVolumes(api: Api, limit: number, marker: string | undefined): Promise<Items<CinderVolume>> {
  const answer = await api.ask('volume', {
    path: '/volumes/detail',
    query: { all_tenants: 1, limit, marker, sort: 'id:asc' },
    answer: z.object({ volumes: itemsOf(cinderVolume) }),
  });
  return answer.body.volumes;
}

export async function getVolume(api: Api, id: string): Promise<CinderVolume> {
  const path = `/volumes/${encodeURIComponent(id)}`;
  return (await api.ask('volume', { path, answer: z.object({ volume: cinderVolume }) })).body.volume;
}
