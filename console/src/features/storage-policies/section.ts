import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'storage-policies',
  kind: 'storage_policy',
  calls: api.storagePolicies,
  path: '/compute/storage-policies',
  spec: { sortKeys: ['name'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});
