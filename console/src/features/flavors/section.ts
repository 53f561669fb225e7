import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'flavors',
  kind: 'flavor',
  calls: api.flavors,
  path: '/compute/flavors',
  spec: { sortKeys: ['name', 'vcpus', 'ram', 'disk'], filters: { search: 'contains' }, defaultSort: 'ram:asc' },
});
