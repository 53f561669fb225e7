import type { ListSpec } from '../../ui/list/list-state.ts';

/** Addresses of the section, as the router writes them. */
export const LIST = '/compute/ssh-keys';
export const ADD = '/compute/ssh-keys/add';
export const DETAILS = '/compute/ssh-keys/$keyPairId';

export const keyPairListSpec: ListSpec = { sortKeys: ['name', 'created_at'], filters: { name: 'contains' }, defaultSort: 'name:asc' };
