import type { ListSpec } from '../../ui/list/list-state.ts';

/** What the list of a section that is `owned` may also be asked for. In the entry chunk, as the sections are: data only. */
export const OWNER_FILTERS: ListSpec['filters'] = { project_id: 'in', domain_id: 'in' };
