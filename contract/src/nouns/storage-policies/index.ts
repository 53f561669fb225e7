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
    limit_total: 'Either the total is limited, or reads and writes apart.',
    limit_mixed: 'Either all of these limits are for each GiB, or none.',
    limit_minimum: 'Only a limit for each GiB has a minimum.',
  },
} satisfies Noun;
