import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'domains',
  kind: 'domain',
  calls: api.domains,
  path: '/settings/domains',
  spec: { sortKeys: ['name'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});
