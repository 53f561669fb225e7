import { z } from 'zod';
import { defineKind } from '../../wire/kind.ts';

/** A size that servers come in. Visible to all when public, else to the projects it is shared with. */
export const flavor = z
  .object({
    id: z.string(),
    name: z.string(),
    vcpus: z.number().int(),
    /** MiB */
    ram: z.number().int(),
    /** GiB */
    disk: z.number().int(),
    is_public: z.boolean(),
    extra_specs: z.record(z.string(), z.string()),
    revision: z.number().int(),
  })
  .meta({ id: 'Flavor' });
export type Flavor = z.infer<typeof flavor>;

export const flavorKind = defineKind({
  name: 'flavor',
  subject: 'compute_flavors',
  channel: 'compute',
  entity: flavor,
  version: 1,
  shareable: true,
  defaultSort: 'ram:asc',
  fields: {
    id: { path: 'id', type: 'text', filter: ['is'] },
    name: { path: 'name', type: 'text', sort: true, filter: ['is', 'contains'] },
    vcpus: { path: 'vcpus', type: 'integer', sort: true },
    ram: { path: 'ram', type: 'integer', sort: true },
    disk: { path: 'disk', type: 'integer', sort: true },
  },
});
