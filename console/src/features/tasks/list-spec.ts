import type { ListSpec } from '../../ui/list/list-state.ts';

export const taskListSpec: ListSpec = {
  sortKeys: ['created_at'],
  filters: {
    object: 'contains',
    user: 'contains',
    id: 'in',
    item: 'in',
    state: 'in',
    name: 'in',
    since: 'in',
    project_id: 'in',
    domain_id: 'in',
  },
  defaultSort: 'created_at:desc',
};
