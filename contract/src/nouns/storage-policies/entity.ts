import { z } from 'zod';
import { defineNoun } from '../../wire/define-noun.ts';
import { policyLimits } from './limits.ts';
import { FAILURE_DOMAINS, REDUNDANCIES } from './redundancy.ts';

/**
 * How a cloud keeps the data of volumes; volumes and quotas name it by its name, which is unique. Visible to all when public, else to the
 * projects it is shared with.
 */
export const {
  kind: storagePolicyKind,
  calls,
  resource,
} = defineNoun({
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
    /** How fast the disks are that data lies on, from 0, the slowest. Null, as the next two: the cloud does not tell. */
    tier: z.number().int().nullable(),
    redundancy: z.enum(REDUNDANCIES).nullable(),
    failure_domain: z.enum(FAILURE_DOMAINS).nullable(),
    /** How much each of its volumes may read and write; none: as much as it can. */
    limits: policyLimits,
  },
  version: 3,
  upgrades: {
    1: (policy) => ({ ...policy, tier: null, redundancy: null, failure_domain: null }),
    2: (policy) => ({ ...policy, limits: {} }),
  },
  blockedBy: [{ kind: 'volume', field: 'storage_policy', by: 'name' }],
});
export type StoragePolicy = z.infer<typeof storagePolicyKind.entity>;
