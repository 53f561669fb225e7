import { system } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import type { Noun } from '../noun.ts';
import { storageClusterKind } from './entity.ts';

const permission = system('clusters_overview');
const calls = resourceCalls({
  noun: 'storageClusters',
  side: 'administration',
  kind: storageClusterKind,
  path: '/api/v2/overview',
  param: 'clusterId',
  many: permission,
  one: permission,
  source: 'S0 §7',
});

export const storageClusters = {
  kinds: [storageClusterKind],
  calls: { list: calls.list({ summary: 'Storage clusters' }) },
} satisfies Noun;
