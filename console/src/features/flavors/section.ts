import type { ListSpec } from '../../ui/list/list-state.ts';

/** Addresses of the section, as the router writes them. */
export const LIST = '/compute/flavors';
export const ADD = '/compute/flavors/add';
export const DETAILS = '/compute/flavors/$flavorId';

export const flavorListSpec: ListSpec = {
  sortKeys: ['name', 'vcpus', 'ram', 'disk'],
  filters: { name: 'contains' },
  defaultSort: 'ram:asc',
};
