import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';

/**
 * How a cloud keeps the data of volumes; volumes and quotas name it by its name, which is unique. Visible to all when public, else to the
 * projects it is shared with.
 */
export const { kind: storagePolicyKind, calls } = defineNoun({
  name: 'storage_policy',
  path: '/api/v2/compute/storage_policies',
  param: 'policyId',
  source: 'decision F22',
  of: 'cloud',
  shareable: true,
  members: {
    description: z.string().nullable(),
    /** Volumes of which nothing else is said have it; of one cloud it is one at most. */
    is_default: z.boolean(),
  },
});
export type StoragePolicy = z.infer<typeof storagePolicyKind.entity>;
