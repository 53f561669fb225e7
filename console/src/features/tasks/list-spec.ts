import type { ListSpec } from '../../ui/list/list-state.ts';

/** What the list of tasks may sort and filter by: keys of `taskKind`, written out because the entry chunk holds no schemas. */
export const taskListSpec: ListSpec = { sortKeys: ['created_at'], filters: { state: 'in', name: 'in' } };

export const TASK_DEFAULT_SORT = 'created_at:desc';
