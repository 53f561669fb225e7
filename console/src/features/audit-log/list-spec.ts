import type { ListSpec } from '../../ui/list/list-state.ts';

/** 256 rows, the newest on top, by page (S0 §9). */
export const auditListSpec: ListSpec = {
  sortKeys: ['timestamp'],
  filters: {
    user: 'contains',
    target: 'contains',
    timestamp: 'contains',
    activity: 'in',
    result: 'in',
    since: 'in',
    project_id: 'in',
    domain_id: 'in',
  },
  defaultSort: 'timestamp:desc',
  limit: 256,
  byPage: true,
};
