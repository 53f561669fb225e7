import { system } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { defineCall } from '../../wire/call.ts';
import { storageCapacity } from '../capacity/entity.ts';
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
  calls: {
    list: calls.list({ summary: 'Lists the storage clusters' }),
    capacity: defineCall({
      id: 'storageClusters.capacity',
      side: 'administration',
      method: 'GET',
      path: '/api/v2/overview/capacity',
      summary: 'Shows the hourly usage of each storage tier in the last 30 days, with the trend and when it is full',
      source: 'choice.uncovered-calls',
      permission,
      answer: storageCapacity,
      does: { by: 'handle' },
    }),
  },
} satisfies Noun;
