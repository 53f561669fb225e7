import { z } from 'zod';
import type { SecurityGroup } from '../security-groups/entity.ts';
import { isGroupDeletable } from '../security-groups/rules.ts';
import { dated, defineKind, named } from '../../wire/kind.ts';
import { domainJoins, domainName } from '../../wire/owners.ts';
import { identified, instant } from '../../wire/values.ts';
import { otherMember } from './members.ts';

/** A project of a domain (S0 §3). */
export const project = z
  .object({
    ...identified,
    description: z.string(),
    enabled: z.boolean(),
    domain_id: z.string(),
    ...domainName,
    /** Users who hold a role there themselves: those of its domain to whom it is assigned, and `other_members`. */
    members_count: z.number().int(),
    other_members: z.array(otherMember),
    tags: z.array(z.string()),
    created_at: instant.nullable(),
  })
  .meta({ id: 'Project' });
export type Project = z.infer<typeof project>;

export const projectKind = defineKind({
  name: 'project',
  subject: 'domain_projects',
  channel: 'domain',
  entity: project,
  version: 2,
  upgrades: { 1: (project) => ({ ...project, other_members: [] }) },
  ofDomains: true,
  joins: [...domainJoins, { kind: 'user', at: 'other_members', id: 'user_id', fields: { name: 'name' } }],
  holds: [
    ...['server', 'volume', 'volume_snapshot', 'image', 'network', 'router', 'floating_ip'].map((kind) => ({ kind })),
    // The default one, and what the platform has made, nobody can delete.
    { kind: 'security_group', goesAlong: (group) => isGroupDeletable(group as SecurityGroup) !== true },
  ],
  shareable: false,
  defaultSort: 'name:asc',
  fields: {
    ...named,
    ...dated,
    tags: { path: 'tags', type: 'text', many: true, filter: ['any', 'not_any'] },
  },
});
