import { z } from 'zod';
import { ROLES } from '../../access/roles.ts';
import { defineKind, named } from '../../wire/kind.ts';
import { identified, instant } from '../../wire/values.ts';

/** A user of a domain (S0 §3). */
const user = z
  .object({
    ...identified,
    enabled: z.boolean(),
    email: z.string(),
    description: z.string(),
    /** The user's own role; roles in projects stand in assigned_projects. */
    role: z.enum(ROLES),
    domain_id: z.string(),
    system_permissions: z.array(z.string()),
    domain_permissions: z.array(z.string()),
    /** `read_only`: may look and change nothing, as a cloud's `reader`. */
    assigned_projects: z.array(z.object({ project_id: z.string(), role: z.enum(ROLES), read_only: z.boolean() })),
    identity_provider: z.string().nullable(),
    created_at: instant.nullable(),
    s3_user_id: z.string().nullable(),
    tags: z.array(z.string()),
  })
  .meta({ id: 'User' });

/** Before there was a mark, whoever had a role in a project could change what it allows. */
const writing = (assigned: unknown): unknown[] =>
  Array.isArray(assigned) ? assigned.map((one: object) => ({ ...one, read_only: false })) : [];

export const userKind = defineKind({
  name: 'user',
  subject: 'domain_users',
  channel: 'domain',
  entity: user,
  version: 2,
  upgrades: { 1: (user) => ({ ...user, assigned_projects: writing(user['assigned_projects']) }) },
  shareable: false,
  defaultSort: 'name:asc',
  fields: {
    ...named,
  },
});
