import { z } from 'zod';
import { system } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { resourceCalls } from '../../wire/resource-calls.ts';
import { accepted, id, ids } from '../../wire/values.ts';
import { fenceBody, nodeJoinBody } from './bodies.ts';
import { computeNodeKind } from './entity.ts';
import { isNodeFenceable, isNodeMaintainable, isNodeReleasable, isNodeReturnable, isNodeUnfenceable } from './rules.ts';

const path = '/api/v2/compute/nodes';
const many = system('compute_nodes');
const one = system('compute_node');

const { list, read, act, actWith } = resourceCalls({
  noun: 'nodes',
  side: 'administration',
  kind: computeNodeKind,
  path,
  param: 'nodeId',
  many,
  one,
  source: 'S0 §7',
});

const task = { side: 'administration', answer: accepted, status: 202 } as const;
const own = 'choice.uncovered-calls';
const release = { command: 'node.release', kind: computeNodeKind, rule: isNodeReleasable } as const;

export const computeNodeCalls = {
  list: list({ summary: 'Lists the compute nodes' }),
  read: read({ summary: 'Shows a compute node' }),
  join: defineCall({
    ...task,
    id: 'nodes.join',
    method: 'PUT',
    path,
    summary: 'Adds nodes to the compute cluster, as one task',
    source: 'S0 §7',
    permission: many,
    body: nodeJoinBody,
    errors: ['state_conflict'],
    idempotent: true,
    does: { by: 'command', command: 'node.join', kind: computeNodeKind },
  }),
  bulkRelease: defineCall({
    ...task,
    id: 'nodes.bulkRelease',
    method: 'DELETE',
    path,
    summary: 'Releases several nodes without servers from the compute cluster, as one task',
    source: 'S0 §7',
    permission: one,
    body: z.strictObject({ ids }),
    errors: ['state_conflict', 'not_found'],
    does: { by: 'bulk', ...release, whole: true },
  }),
  release: defineCall({
    ...task,
    id: 'nodes.release',
    method: 'DELETE',
    path: `${path}/{nodeId}`,
    summary: 'Releases a node without servers from the compute cluster',
    source: own,
    permission: one,
    params: z.object({ nodeId: id }),
    does: { by: 'command', ...release, id: 'nodeId' },
  }),
  enterMaintenance: act('enterMaintenance', {
    summary: 'Puts a node into maintenance: its servers move to other nodes, and it takes no new ones',
    source: own,
    rule: isNodeMaintainable,
  }),
  leaveMaintenance: act('leaveMaintenance', { summary: 'Ends the maintenance of a node', source: own, rule: isNodeReturnable }),
  fence: actWith('fence', {
    summary: 'Fences a node; its servers with high availability start on other nodes',
    source: own,
    body: fenceBody,
    rule: isNodeFenceable,
  }),
  unfence: act('unfence', { summary: 'Ends the fencing of a node', source: own, rule: isNodeUnfenceable }),
};
