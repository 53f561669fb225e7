import { z } from 'zod';
import { DOMAIN_PERMISSIONS, SYSTEM_PERMISSIONS } from '../../access/permissions.ts';
import { PROJECT_ROLES, USER_ROLES } from '../../access/roles.ts';
import { NO_SLASH } from '../../wire/forms.ts';
import { newPassword } from '../../wire/password.ts';
import { patterned } from '../../wire/patterned.ts';
import { reference } from '../../wire/reference.ts';
import { description, displayName, emailText } from '../../wire/values.ts';

/** Unique among the users of a domain, whatever its case. */
const userName = patterned('user_name', displayName.regex(NO_SLASH, { error: 'no_slash' }));

const email = patterned('email', emailText);

const distinct = <T>(list: readonly T[]): boolean => new Set(list).size === list.length;

/** What users and groups are given: a role of their own, and permissions. */
export const rightsMembers = {
  role: z.enum(USER_ROLES),
  system_permissions: z.array(z.enum(SYSTEM_PERMISSIONS)).max(SYSTEM_PERMISSIONS.length).refine(distinct, { error: 'duplicates' }),
  domain_permissions: z.array(z.enum(DOMAIN_PERMISSIONS)).max(DOMAIN_PERMISSIONS.length).refine(distinct, { error: 'duplicates' }),
};

/** A role in a project of the same domain. `read_only`: may look there and change nothing; false where absent. */
const assignment = z.strictObject({ project_id: reference('project'), role: z.enum(PROJECT_ROLES), read_only: z.boolean().optional() });

/** Most projects that are assigned with something new. */
const ASSIGNMENTS = 100;

export const assignments = z
  .array(assignment)
  .max(ASSIGNMENTS, { error: 'too_many' })
  .refine((list) => distinct(list.map(({ project_id }) => project_id)), { error: 'duplicates' });

/** What one assignment says: a role in a project, or null where it ends (S1 §6, decision G16). */
export const assignBody = z
  .strictObject({
    project_id: reference('project'),
    role: z.enum(PROJECT_ROLES).nullable(),
    /** May look and change nothing. Absent: as it is, and with a new assignment false. */
    read_only: z.boolean().optional(),
  })
  .meta({ id: 'Assign', examples: [{ project_id: '5d1f3a77-2c4b-4e86-9d0a-8b6c7e5f4a32', role: 'project_user' }] });
export type Assign = z.output<typeof assignBody>;

export const userCreateBody = z
  .strictObject({
    name: userName,
    password: newPassword,
    email: email.optional(),
    description: description.optional(),
    /** true where absent. */
    enabled: z.boolean().optional(),
    /** A member of projects where absent. */
    role: rightsMembers.role.optional(),
    system_permissions: rightsMembers.system_permissions.optional(),
    domain_permissions: rightsMembers.domain_permissions.optional(),
    assigned_projects: assignments.optional(),
  })
  .meta({ id: 'UserCreate', examples: [{ name: 'zoe', password: 'correct horse battery 9', email: 'zoe@acme.example' }] });
export type UserCreate = z.output<typeof userCreateBody>;

export const userUpdateBody = z
  .strictObject({
    name: userName.optional(),
    email: email.optional(),
    description: description.optional(),
    role: rightsMembers.role.optional(),
    system_permissions: rightsMembers.system_permissions.optional(),
    domain_permissions: rightsMembers.domain_permissions.optional(),
  })
  .refine((body) => Object.keys(body).length > 0, { error: 'nothing_to_change' })
  .meta({ id: 'UserUpdate', examples: [{ description: 'On leave until May' }] });
export type UserUpdate = z.output<typeof userUpdateBody>;

export const userPasswordBody = z
  .strictObject({ password: newPassword })
  .meta({ id: 'UserPassword', examples: [{ password: 'correct horse battery 9' }] });
export type UserPassword = z.output<typeof userPasswordBody>;
