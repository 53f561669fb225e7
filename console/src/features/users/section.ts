import type { User } from '@gantry/contract/nouns/users/entity';
import { api } from '../../app/api/calls.ts';
import type { Assigning } from '../../parts/people/holder.ts';
import { ORDINARY_USERS } from '../../parts/people/ordinary-users.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. Lists and pages are of all domains that the scope reaches; what is changed is named by its domain as well. */
export const section = sectionOf({
  noun: 'users',
  kind: 'user',
  calls: { ...api.knownUsers, create: api.users.create, delete: api.users.delete, bulkDelete: api.users.bulkDelete },
  path: '/users',
  spec: {
    sortKeys: ['name', 'email', 'role', 'created_at'],
    filters: { search: 'contains', role: 'in', domain_id: 'in' },
    always: ORDINARY_USERS,
    defaultSort: 'name:asc',
  },
});

/** Path parameters of a call on one user. */
export const placeOf = ({ id, domain_id }: Pick<User, 'id' | 'domain_id'>) => ({ domainId: domain_id, userId: id });

/** How users are given roles in projects. */
export const ASSIGNING: Assigning = { noun: 'users', kind: 'user', call: api.users.assign, placeOf };
