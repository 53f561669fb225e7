import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { volumeKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'volumes',
  kind: volumeKind,
  path: '/api/v2/compute/volumes',
  param: 'volumeId',
  many: tenant('compute_volumes'),
  one: tenant('compute_volume'),
  source: 'S2 §7',
});

export const volumeCalls = {
  list: list({ summary: 'Volumes of the scope' }),
  read: read({ summary: 'One of them' }),
};
