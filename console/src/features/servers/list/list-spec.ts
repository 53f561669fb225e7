import type { ListSpec } from '../../../ui/list/list-state.ts';

/**
 * What the list of servers may sort and filter by: the keys of `serverKind` that its columns and filters use.
 * Written out, because the route reads it in the entry chunk, where no schema is loaded. A test compares it with the contract.
 */
export const serverListSpec: ListSpec = {
  sortKeys: ['name', 'status', 'vcpus', 'ram', 'created_at', 'host'],
  filters: { name: 'contains', status: 'in', flavor: 'in', image: 'in', network: 'in', host: 'in' },
};

export const SERVER_DEFAULT_SORT = 'created_at:desc';
