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
    summary: 'Shows the compute cluster; without a status if it is not installed',
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
    summary: 'Shows the number of servers by state; for administrators, also capacity and usage of all nodes',
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
    summary: 'Lists the projects of all domains with the most cores, memory or storage',
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
    summary: 'Lists the servers on nodes, largest memory first: at most 100 per node and 2,000 in all, with their number',
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
    summary: 'Shows the hourly allocation of the compute cluster in the last 30 days, with the trend and when it is full',
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
    summary: 'Updates options of the compute cluster, and adds services',
    body: clusterUpdateBody,
    idempotent: true,
    does: { by: 'command', command: 'compute_cluster.update', kind: computeClusterKind },
  }),
  destroy: defineCall({
    ...change,
    id: 'computeCluster.destroy',
    method: 'DELETE',
    summary: 'Removes the compute cluster, which must be without servers',
    idempotent: true,
    does: { by: 'command', command: 'compute_cluster.destroy', kind: computeClusterKind },
  }),
};
