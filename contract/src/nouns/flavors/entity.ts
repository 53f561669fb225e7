import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { requiredTraits } from './traits.ts';

/** A size that servers come in. Visible to all when public, else to the projects it is shared with. */
export const {
  kind: flavorKind,
  calls,
  resource,
} = defineNoun({
  name: 'flavor',
  path: '/api/v2/compute/flavors',
  param: 'flavorId',
  source: 'decision F22',
  of: 'cloud',
  members: {
    vcpus: z.number().int(),
    /** MiB */
    ram: z.number().int(),
    /** GiB */
    disk: z.number().int(),
    /** MiB that the guest swaps to; 0: none. */
    swap: z.number().int(),
    is_public: z.boolean(),
    /** Projects it is shared with; null for callers outside the system scope. */
    project_ids: z.array(z.string()).nullable(),
    extra_specs: z.record(z.string(), z.string()),
    /** Ids of the traits that servers of it need of their node: those that its extra specs require. */
    traits: z.array(z.string()),
  },
  version: 4,
  // Until the cloud is asked again: the embedded platform had public flavors only, and none with swap.
  upgrades: {
    1: (flavor) => ({ ...flavor, project_ids: [] }),
    2: (flavor) => ({ ...flavor, swap: 0 }),
    3: (flavor) => ({ ...flavor, traits: requiredTraits((flavor['extra_specs'] ?? {}) as Record<string, string>) }),
  },
  shareable: true,
  systemOnly: ['project_ids'],
  defaultSort: 'ram:asc',
  fields: {
    vcpus: { path: 'vcpus', type: 'integer', sort: true },
    ram: { path: 'ram', type: 'integer', sort: true },
    disk: { path: 'disk', type: 'integer', sort: true },
    placement: { path: 'traits', type: 'text', many: true, filter: ['is', 'any'] },
    project: { path: 'project_ids', type: 'text', many: true, filter: ['is'], systemOnly: true },
  },
});
export type Flavor = z.infer<typeof flavorKind.entity>;
