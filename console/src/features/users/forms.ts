import { roleFor, type ProjectStanding } from '@gantry/contract/access/project-standings';
import { userCreateBody, userUpdateBody, type UserCreate, type UserUpdate } from '@gantry/contract/nouns/users/bodies';
import type { User } from '@gantry/contract/nouns/users/entity';
import { z } from 'zod';
import { api } from '../../app/api/calls.ts';
import type { Change, Creation } from '../../app/view/forms.ts';
import { changedRights, givenPermissions, rightsDraftOf, type RightsDraft } from '../../parts/people/role-fields.tsx';
import { fieldsOf } from './rules.ts';

interface UserDraft extends RightsDraft {
  name: string;
  email: string;
  description: string;
}

/** One made in a domain. */
export interface NewUser extends UserDraft {
  domain_id: string;
  password: string;
  enabled: boolean;
  assigned_projects: string[];
  project_role: ProjectStanding;
}

/** The body, and the domain that its address names. */
type Sent = UserCreate & { domain_id: string };

/** Makes a user of the domain one works in; administrators of the system choose one. */
export const creation: Creation<User, 'users', NewUser, Sent> = {
  schema: z
    .custom<NewUser>()
    .transform(
      ({ image_upload, quota_manager, system_permissions, assigned_projects: projects, project_role: role, ...draft }): unknown => ({
        ...draft,
        ...givenPermissions({ image_upload, quota_manager, system_permissions }),
        assigned_projects: projects.map((project_id) => ({ project_id, ...roleFor(role) })),
      }),
    )
    .pipe(userCreateBody.safeExtend({ domain_id: z.string().min(1, { error: 'required' }) }) as z.ZodType<Sent, unknown>),
  empty: ({ user }) => ({
    domain_id: user?.domain_id ?? '',
    name: '',
    password: '',
    email: '',
    description: '',
    enabled: true,
    role: 'project_member',
    image_upload: false,
    quota_manager: false,
    system_permissions: [],
    assigned_projects: [],
    project_role: 'project_user',
  }),
  keep: (draft) => ({ ...draft, password: '' }),
  send: ({ domain_id: domainId, ...body }, send) => send(api.users.create, { params: { domainId }, body }),
};

/** Changes a user; name and rights where nothing speaks against it. */
export const change: Change<User, 'users', UserDraft, UserUpdate> = {
  draftOf: (user) => ({ name: user.name, email: user.email, description: user.description, ...rightsDraftOf(user) }),
  schema: (user, _, context) => {
    const { profile, name, rights } = fieldsOf(user, context);
    return z
      .custom<UserDraft>()
      .transform((draft): unknown => ({
        ...(name && draft.name !== user.name && { name: draft.name }),
        ...(profile && draft.email !== user.email && { email: draft.email }),
        ...(profile && draft.description !== user.description && { description: draft.description }),
        ...(rights && changedRights(draft, user, context.scope === 'system')),
      }))
      .pipe(userUpdateBody as z.ZodType<UserUpdate, unknown>);
  },
};
