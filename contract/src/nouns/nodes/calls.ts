import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { listQuery, pageOf } from '../../wire/page.ts';
import { id } from '../../wire/values.ts';
import { computeNode, computeNodeKind } from './entity.ts';

export const computeNodeCalls = {
  list: defineCall({
    id: 'nodes.list',
    method: 'GET',
    path: '/api/v2/compute/nodes',
    summary: 'Compute nodes of the scope',
    source: 'S0 §7',
    permission: system('compute_nodes'),
    query: listQuery(computeNodeKind),
    answer: pageOf(computeNode),
    does: { by: 'list', kind: computeNodeKind },
  }),
  read: defineCall({
    id: 'nodes.read',
    method: 'GET',
    path: '/api/v2/compute/nodes/{nodeId}',
    summary: 'One of them',
    source: 'S0 §7',
    permission: system('compute_node'),
    params: z.object({ nodeId: id }),
    answer: computeNode,
    does: { by: 'read', kind: computeNodeKind, id: 'nodeId' },
  }),
};
