import type { ListSpec } from '../../../ui/list/list-state.ts';

export const serverListSpec: ListSpec = {
  sortKeys: ['name', 'status', 'vcpus', 'ram', 'created_at', 'updated_at', 'host'],
  filters: { name: 'contains', status: 'in', flavor: 'in', image: 'in', network: 'in', host: 'in' },
  defaultSort: 'created_at:desc',
};
