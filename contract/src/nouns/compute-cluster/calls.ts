import { system, tenant } from '../../access/roles.ts';
import { defineCall } from '../../wire/call.ts';
import { accepted } from '../../wire/values.ts';
import { computeCapacity } from '../capacity/entity.ts';
import { clusterDeployBody, clusterUpdateBody } from './bodies.ts';
import { consumers, consumersQuery } from './consumers.ts';
import { computeCluster, computeClusterKind } from './entity.ts';
import { onNodes, onNodesQuery } from './on-nodes.ts';
import { computeStat } from './stat.ts';

const path = '/api/v2/compute/cluster';
const subject = 'compute_cluster';
const change = {
  side: 'administration',
  path,
  source: 'S0 §7',
  permission: system(subject),
  answer: accepted,
  status: 202,
  errors: ['state_conflict'],
} as const;

export const computeClusterCalls = {
  read: defineCall({
    id: 'computeCluster.read',
    side: 'both',
    method: 'GET',
    path,
    summary: 'The compute cluster; where it is not installed its status is absent',
    source: 'S0 §7',
    permission: tenant(subject),
    answer: computeCluster,
    does: { by: 'handle', tells: computeClusterKind },
  }),
  stat: defineCall({
    id: 'computeCluster.stat',
    side: 'both',
    method: 'GET',
    path: `${path}/stat`,
    summary: 'How many servers of the scope are in which state; for administrators what all nodes have and use',
    source: 'S0 §7',
    permission: tenant(subject),
    answer: computeStat,
    does: { by: 'handle' },
  }),
  consumers: defineCall({
    id: 'computeCluster.consumers',
    side: 'administration',
    method: 'GET',
    path: `${path}/consumers`,
    summary: 'The projects that have most cores, memory or storage, of all domains',
    source: 'S0 §2',
    permission: system(subject),
    query: consumersQuery,
    answer: consumers,
    does: { by: 'handle' },
  }),
  servers: defineCall({
    id: 'computeCluster.servers',
    side: 'administration',
    method: 'GET',
    path: `${path}/servers`,
    summary: 'The servers on some nodes, those with most memory first: at most 100 of each node and 2,000 in all, and how many there are',
    source: 'choice.uncovered-calls',
    permission: system('compute_nodes'),
    query: onNodesQuery,
    answer: onNodes,
    // A list for each node.
    does: { by: 'handle', weight: 20 },
  }),
  capacity: defineCall({
    id: 'computeCluster.capacity',
    side: 'administration',
    method: 'GET',
    path: `${path}/capacity`,
    summary: 'What of the compute cluster was promised in the last 30 days, by the hour, with the trend and when it is full',
    source: 'choice.uncovered-calls',
    permission: system(subject),
    answer: computeCapacity,
    does: { by: 'handle' },
  }),
  deploy: defineCall({
    ...change,
    id: 'computeCluster.deploy',
    method: 'POST',
    summary: 'Installs the compute cluster on nodes',
    body: clusterDeployBody,
    idempotent: true,
    does: { by: 'command', command: 'compute_cluster.deploy', kind: computeClusterKind },
  }),
  update: defineCall({
    ...change,
    id: 'computeCluster.update',
    method: 'PATCH',
    summary: 'Changes options of the compute cluster, and adds what it offers',
    body: clusterUpdateBody,
    idempotent: true,
    does: { by: 'command', command: 'compute_cluster.update', kind: computeClusterKind },
  }),
  destroy: defineCall({
    ...change,
    id: 'computeCluster.destroy',
    method: 'DELETE',
    summary: 'Removes the compute cluster, which must have no servers any more',
    idempotent: true,
    does: { by: 'command', command: 'compute_cluster.destroy', kind: computeClusterKind },
  }),
};
