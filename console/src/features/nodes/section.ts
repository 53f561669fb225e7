import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What the pages of nodes share: they join a cluster and are released from it by calls of their own. */
export const section = sectionOf({
  noun: 'nodes',
  kind: 'node',
  calls: api.nodes,
  path: '/compute/nodes',
  spec: {
    sortKeys: ['name', 'state', 'vms', 'vcpus_share', 'vm_mem_share'],
    filters: { search: 'contains', state: 'in', in_maintenance: 'in' },
    defaultSort: 'name:asc',
    map: true,
  },
});

/** Addresses of the pages of the cluster, as the router writes them. */
export const CLUSTER = '/compute/cluster';
export const DEPLOY = `${CLUSTER}/deploy`;
