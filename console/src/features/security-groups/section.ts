import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'security-groups',
  kind: 'security_group',
  calls: api.securityGroups,
  path: '/compute/security-groups',
  owned: true,
  spec: { sortKeys: ['name', 'created_at'], filters: { search: 'contains' }, defaultSort: 'name:asc' },
});
