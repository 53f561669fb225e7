import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { securityGroupKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'securityGroups',
  side: 'both',
  kind: securityGroupKind,
  path: '/api/v2/compute/security-groups',
  param: 'groupId',
  many: tenant('compute_security_groups'),
  one: tenant('compute_security_group'),
  source: 'S2 §7',
});

export const securityGroupCalls = {
  list: list({ summary: 'Security groups of the scope' }),
  read: read({ summary: 'One of them' }),
};
