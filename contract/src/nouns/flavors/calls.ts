import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { flavorKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'flavors',
  kind: flavorKind,
  path: '/api/v2/compute/flavors',
  param: 'flavorId',
  many: tenant('compute_flavors'),
  one: tenant('compute_flavor'),
  source: 'decision F22',
});

export const flavorCalls = {
  list: list({ summary: 'Flavors of the scope' }),
  read: read({ summary: 'One of them' }),
};
