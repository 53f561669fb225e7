import type { Noun } from '../noun.ts';
import { storagePolicyCalls } from './calls.ts';
import { storagePolicyKind } from './entity.ts';

export const storagePolicies = {
  kinds: [storagePolicyKind],
  calls: storagePolicyCalls,
  fieldTexts: {
    storage_policy_name_taken: 'There is a storage policy of this name already.',
    policy_places: 'This needs {min} nodes with disks; the storage has {count}.',
    policy_tier: 'The storage has no disks of this tier.',
  },
} satisfies Noun;
