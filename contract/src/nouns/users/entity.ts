import { z } from 'zod';
import { ROLES } from '../../access/roles.ts';
import { dated, defineKind, named } from '../../wire/kind.ts';
import { domainJoins, domainName } from '../../wire/owners.ts';
import { identified, instant } from '../../wire/values.ts';
import { assignedJoin, assignedProject } from './assigned.ts';

/** A user of a domain (S0 §3). */
export const user = z
  .object({
    ...identified,
    enabled: z.boolean(),
    email: z.string(),
    description: z.string(),
    /** The user's own role; roles in projects stand in assigned_projects. */
    role: z.enum(ROLES),
    domain_id: z.string(),
    ...domainName,
    system_permissions: z.array(z.string()),
    domain_permissions: z.array(z.string()),
    assigned_projects: z.array(assignedProject),
    identity_provider: z.string().nullable(),
    created_at: instant.nullable(),
    s3_user_id: z.string().nullable(),
    tags: z.array(z.string()),
    /** The groups of the domain that the user is in: what they may do, the user may do as well. */
    group_ids: z.array(z.string()),
  })
  .meta({ id: 'User' });
export type User = z.infer<typeof user>;

/** Before there was a mark, whoever had a role in a project could change what it allows. */
const writing = (assigned: unknown): unknown[] =>
  Array.isArray(assigned) ? assigned.map((one: object) => ({ ...one, read_only: false })) : [];

export const userKind = defineKind({
  name: 'user',
  subject: 'domain_users',
  channel: 'domain',
  entity: user,
  version: 4,
  upgrades: {
    1: (user) => ({ ...user, assigned_projects: writing(user['assigned_projects']) }),
    2: (user) => ({ ...user, group_ids: [] }),
    // Before it was asked for, whoever had a project could bring images: who could goes on to.
    3: ({ domain_permissions: given, ...user }) => ({
      ...user,
      domain_permissions: [...new Set([...(given as string[]), 'image_upload'])],
    }),
  },
  shareable: false,
  ofDomains: true,
  joins: [...domainJoins, assignedJoin],
  defaultSort: 'name:asc',
  fields: {
    ...named,
    ...dated,
    email: { path: 'email', type: 'text', sort: true, filter: ['is', 'contains'] },
    role: { path: 'role', type: 'text', sort: true, filter: ['is'] },
    tags: { path: 'tags', type: 'text', many: true, filter: ['any', 'not_any'] },
    project_id: { path: 'assigned_projects.project_id', type: 'text', many: true, counted: true, filter: ['is'] },
    group_id: { path: 'group_ids', type: 'text', many: true, counted: true, filter: ['is'] },
  },
});
