import type { Noun } from '../noun.ts';
import { storagePolicyCalls } from './calls.ts';
import { storagePolicyKind } from './entity.ts';

export const storagePolicies = {
  kinds: [storagePolicyKind],
  calls: storagePolicyCalls,
  fieldTexts: {
    storage_policy_name_taken: 'A storage policy with this name already exists.',
    policy_places: 'This requires {min} nodes with disks. The storage cluster has {count}.',
    policy_tier: 'The storage cluster has no disks in this tier.',
    limit_total: 'Enter either a total limit, or separate limits for reads and writes.',
    limit_mixed: 'Set all these limits per GiB, or none.',
    limit_minimum: 'Only limits per GiB can have a minimum.',
  },
} satisfies Noun;
