import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'problem-reports',
  kind: 'report',
  calls: api.problemReports,
  path: '/settings/support',
  spec: { sortKeys: ['name', 'created_at'], filters: { search: 'contains' }, defaultSort: 'created_at:desc' },
});
