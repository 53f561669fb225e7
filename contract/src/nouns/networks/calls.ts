import { tenant } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { networkKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'networks',
  side: 'both',
  kind: networkKind,
  path: '/api/v2/compute/networks',
  param: 'networkId',
  many: tenant('compute_networks'),
  one: tenant('compute_network_details'),
  source: 'S1 §7',
});

export const networkCalls = {
  list: list({ summary: 'Networks of the scope' }),
  read: read({ summary: 'One of them' }),
};
