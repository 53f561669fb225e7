import type { ListSpec } from '../../ui/list/list-state.ts';

/** Addresses of its pages, as the router writes them. */
export const LIST = '/compute/nodes';
export const ADD = `${LIST}/add`;
export const DETAILS = `${LIST}/$nodeId`;
export const CLUSTER = '/compute/cluster';
export const DEPLOY = `${CLUSTER}/deploy`;

export const spec: ListSpec = {
  sortKeys: ['name', 'state', 'vms', 'vcpus_share', 'vm_mem_share'],
  filters: { search: 'contains', state: 'in', in_maintenance: 'in' },
  defaultSort: 'name:asc',
  map: true,
};
