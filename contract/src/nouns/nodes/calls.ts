import { system } from '../../access/roles.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { computeNodeKind } from './entity.ts';

const { list, read } = resourceCalls({
  noun: 'nodes',
  side: 'administration',
  kind: computeNodeKind,
  path: '/api/v2/compute/nodes',
  param: 'nodeId',
  many: system('compute_nodes'),
  one: system('compute_node'),
  source: 'S0 §7',
});

export const computeNodeCalls = {
  list: list({ summary: 'Compute nodes of the scope' }),
  read: read({ summary: 'One of them' }),
};
