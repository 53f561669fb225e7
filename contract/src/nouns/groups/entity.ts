import { z } from 'zod';
import { ROLES } from '../../access/roles.ts';
import { dated, defineKind, named } from '../../wire/kind.ts';
import { domainJoins, domainName } from '../../wire/owners.ts';
import { identified, instant } from '../../wire/values.ts';
import { assignedJoin, assignedProject } from '../users/assigned.ts';

/** Most groups of one domain, and most users of one group: both are listed as a whole (decision B29). */
export const GROUPS_PER_DOMAIN = 200;
export const USERS_PER_GROUP = 1000;

/** A group of users of a domain: what it may do, each of them may do as well (S1 §3). */
export const group = z
  .object({
    ...identified,
    description: z.string(),
    domain_id: z.string(),
    ...domainName,
    role: z.enum(ROLES),
    assigned_projects: z.array(assignedProject),
    domain_permissions: z.array(z.string()),
    system_permissions: z.array(z.string()),
    members_count: z.number().int(),
    created_at: instant.nullable(),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof group>;

export const groupKind = defineKind({
  name: 'group',
  subject: 'domain_groups',
  channel: 'domain',
  entity: group,
  version: 1,
  shareable: false,
  ofDomains: true,
  joins: [...domainJoins, assignedJoin],
  defaultSort: 'name:asc',
  fields: {
    ...named,
    ...dated,
    role: { path: 'role', type: 'text', sort: true, filter: ['is'] },
    project_id: { path: 'assigned_projects.project_id', type: 'text', many: true, counted: true, filter: ['is'] },
  },
});

/** A user as a group lists them (S1 §3). */
export const groupMember = z
  .object({
    id: z.string(),
    name: z.string(),
    role: z.enum(ROLES),
    email: z.string(),
    description: z.string(),
    identity_provider: z.string().nullable(),
  })
  .meta({ id: 'GroupMember' });
export type GroupMember = z.infer<typeof groupMember>;
