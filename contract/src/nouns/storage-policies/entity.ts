import { z } from 'zod';
import { defineKind, named } from '../../wire/kind.ts';
import { identified } from '../../wire/values.ts';

/**
 * How a cloud keeps the data of volumes; volumes and quotas name it by its name, which is unique. Visible to all when public, else to the
 * projects it is shared with.
 */
const storagePolicy = z
  .object({
    ...identified,
    description: z.string().nullable(),
    /** Volumes of which nothing else is said have it; of one cloud it is one at most. */
    is_default: z.boolean(),
  })
  .meta({ id: 'StoragePolicy' });
export type StoragePolicy = z.infer<typeof storagePolicy>;

export const storagePolicyKind = defineKind({
  name: 'storage_policy',
  subject: 'compute_storage_policies',
  channel: 'compute',
  entity: storagePolicy,
  version: 1,
  shareable: true,
  defaultSort: 'name:asc',
  fields: named,
});
