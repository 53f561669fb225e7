import type { Group } from '@gantry/contract/nouns/groups/entity';
import type { User } from '@gantry/contract/nouns/users/entity';
import type { ApiCall } from '../../app/api/calls.ts';
import type { TaskCall } from '../../app/resource/section.ts';

/** Who has roles in projects: a user, or all users of a group. */
export type Holder = Pick<User | Group, 'id' | 'name' | 'domain_id' | 'assigned_projects'>;

/** How one of a kind is given a role in a project. */
export interface Assigning {
  /** Namespace of texts, and kind as in the contract. */
  noun: 'users' | 'groups';
  kind: 'user' | 'group';
  call: ApiCall<TaskCall>;
  /** Path parameters of the call. */
  placeOf(holder: Holder): Readonly<Record<string, string>>;
}
