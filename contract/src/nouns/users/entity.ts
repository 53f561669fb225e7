import { z } from 'zod';
import { ROLES } from '../../access/roles.ts';
import { defineKind } from '../../wire/kind.ts';
import { instant } from '../../wire/values.ts';

/** A user of a domain (S0 §3). */
const user = z
  .object({
    id: z.string(),
    name: z.string(),
    enabled: z.boolean(),
    email: z.string(),
    description: z.string(),
    /** The user's own role; roles in projects stand in assigned_projects. */
    role: z.enum(ROLES),
    domain_id: z.string(),
    system_permissions: z.array(z.string()),
    domain_permissions: z.array(z.string()),
    assigned_projects: z.array(z.object({ project_id: z.string(), role: z.enum(ROLES) })),
    identity_provider: z.string().nullable(),
    created_at: instant.nullable(),
    s3_user_id: z.string().nullable(),
    tags: z.array(z.string()),
    revision: z.number().int(),
  })
  .meta({ id: 'User' });

export const userKind = defineKind({
  name: 'user',
  subject: 'domain_users',
  channel: 'domain',
  entity: user,
  version: 1,
  shareable: false,
  defaultSort: 'name:asc',
  fields: {
    id: { path: 'id', type: 'text', filter: ['is'] },
    name: { path: 'name', type: 'text', sort: true, filter: ['is', 'contains'] },
  },
});
