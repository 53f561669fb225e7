import type { ListSpec } from '../../../ui/list/list-state.ts';

export const serverListSpec: ListSpec = {
  sortKeys: [
    'name',
    'status',
    'vcpus',
    'ram',
    'created_at',
    'updated_at',
    'host',
    'project_id',
    'cpu_usage',
    'mem_usage',
    'block_usage',
    'block_capacity',
  ],
  filters: {
    search: 'contains',
    name: 'contains',
    address: 'contains',
    id: 'contains',
    status: 'in',
    task_state: 'in',
    flavor: 'in',
    image: 'in',
    network: 'in',
    host: 'in',
    placement: 'in',
    project_id: 'in',
    domain_id: 'in',
  },
  defaultSort: 'created_at:desc',
};
