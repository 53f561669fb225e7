import { unreadableAs } from '@gantry/contract/wire/fit';
import { z } from 'zod';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { collection } from '../../../engines/openstack/client/collection.ts';
import { askSome } from '../../../engines/openstack/client/some.ts';

/** Lowest version with extra specs in the flavors' list. */
const FLAVORS = '2.61';

const novaFlavor = z.object({
  id: z.string(),
  name: z.string(),
  vcpus: z.number().int(),
  ram: z.number().int(),
  disk: z.number().int(),
  /** MiB; before 2.75 an empty text where there is none. */
  swap: z.union([z.number().int(), z.literal('').transform(() => 0)]),
  'os-flavor-access:is_public': unreadableAs(z.boolean().default(true), false),
  extra_specs: z.record(z.string(), z.string()).default({}),
});
export type NovaFlavor = z.infer<typeof novaFlavor>;

/** Public and private flavors. */
export const flavors = collection({
  service: 'compute',
  path: '/flavors',
  details: '/flavors/detail',
  members: ['flavors', 'flavor'],
  item: novaFlavor,
  needs: FLAVORS,
  query: { is_public: 'None' },
});

/** Ids of the projects that may use a private flavor. */
export async function flavorAccess(api: Api, id: string): Promise<string[]> {
  const path = `/flavors/${encodeURIComponent(id)}/os-flavor-access`;
  const { items } = await askSome(api, 'compute', { path, many: 'flavor_access', item: z.object({ tenant_id: z.string() }) });
  return items.map(({ tenant_id }) => tenant_id);
}
