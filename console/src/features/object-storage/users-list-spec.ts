import type { ListSpec } from '../../ui/list/list-state.ts';

/** The service is the only one that there is (decision B5). */
export const OF_SERVICE = { service: 's3service' } as const;

/** The users of object storage, by name: what each keeps is asked of the storage for one page at a time, and sorts nothing. */
export const usersListSpec: ListSpec = {
  params: OF_SERVICE,
  sortKeys: ['name'],
  filters: { search: 'contains', domain_id: 'in' },
  defaultSort: 'name:asc',
};
