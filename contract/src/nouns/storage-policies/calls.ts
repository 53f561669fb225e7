import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { storagePolicyKind } from './entity.ts';

const calls = resourceCalls({
  noun: 'storagePolicies',
  side: 'both',
  kind: storagePolicyKind,
  path: '/api/v2/compute/storage_policies',
  param: 'policyId',
  many: tenant('compute_storage_policies'),
  one: tenant('compute_storage_policy'),
  source: 'decision F22',
});

export const storagePolicyCalls = {
  list: calls.list({ summary: 'Storage policies that volumes of the scope may have' }),
  read: calls.read({ summary: 'One storage policy' }),
};
