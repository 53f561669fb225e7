import { unreadableAs } from '@gantry/contract/wire/fit';
import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import { askSome } from '../../../engines/openstack/client/some.ts';

const volumeType = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  'os-volume-type-access:is_public': unreadableAs(z.boolean().default(true), false),
  /** Only administrators are told. */
  qos_specs_id: z.string().nullish(),
});

const types = collection({
  service: 'volume',
  path: '/types',
  members: ['volume_types', 'volume_type'],
  item: volumeType,
  query: { is_public: 'None', sort: 'id:asc' },
});

/** `isDefault`: volumes have it of which no other is said. */
export type CinderVolumeType = z.infer<typeof volumeType> & { isDefault: boolean };

/** Id of the type that volumes have of which no other is said; undefined where the cloud has none. */
async function defaultTypeId(api: Api): Promise<string | undefined> {
  const answer = z.object({ volume_type: z.object({ id: z.string().optional().catch(undefined) }) });
  return (await ignoreNotFound(api.ask('volume', { path: '/types/default', answer })))?.body.volume_type.id;
}

/** Public and private volume types. */
export const volumeTypes = {
  async list(api: Api, limit: number, marker: string | undefined) {
    const [page, usual] = await Promise.all([types.list(api, limit, marker), defaultTypeId(api)]);
    return { ...page, items: page.items.map((type): CinderVolumeType => ({ ...type, isDefault: type.id === usual })) };
  },
  async get(api: Api, id: string): Promise<CinderVolumeType> {
    const [type, usual] = await Promise.all([types.get(api, id), defaultTypeId(api)]);
    return { ...type, isDefault: id === usual };
  },
};

/** Ids of the projects that may use a private type. */
export async function volumeTypeAccess(api: Api, id: string): Promise<string[]> {
  const path = `/types/${encodeURIComponent(id)}/os-volume-type-access`;
  const { items } = await askSome(api, 'volume', { path, many: 'volume_type_access', item: z.object({ project_id: z.string() }) });
  return items.map(({ project_id }) => project_id);
}
