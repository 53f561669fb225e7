import type { ListSpec } from '../../ui/list/list-state.ts';

export const taskListSpec: ListSpec = { sortKeys: ['created_at'], filters: { state: 'in', name: 'in' }, defaultSort: 'created_at:desc' };
