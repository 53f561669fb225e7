import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { traitKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'traits',
  side: 'both',
  kind: traitKind,
  path: '/api/v2/compute/traits',
  param: 'traitId',
  many: tenant('compute_traits'),
  one: tenant('compute_trait'),
  source: 'S0 §7',
});

export const traitCalls = {
  list: list({ summary: 'Placements (traits) that servers can be bound to' }),
  read: read({ summary: 'One of them' }),
};
