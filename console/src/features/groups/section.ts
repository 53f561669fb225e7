import type { Group } from '@gantry/contract/nouns/groups/entity';
import { api } from '../../app/api/calls.ts';
import type { Assigning } from '../../parts/people/holder.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. Lists and pages are of all domains that the scope reaches; what is changed is named by its domain as well. */
export const section = sectionOf({
  noun: 'groups',
  kind: 'group',
  calls: { ...api.knownGroups, create: api.groups.create, delete: api.groups.delete, bulkDelete: api.groups.bulkDelete },
  path: '/users/groups',
  spec: { sortKeys: ['name', 'role', 'created_at'], filters: { search: 'contains', role: 'in', domain_id: 'in' }, defaultSort: 'name:asc' },
});

/** Path parameters of a call on one group. */
export const placeOf = ({ id, domain_id }: Pick<Group, 'id' | 'domain_id'>) => ({ domainId: domain_id, groupId: id });

/** How groups are given roles in projects. */
export const ASSIGNING: Assigning = { noun: 'groups', kind: 'group', call: api.groups.assign, placeOf };
