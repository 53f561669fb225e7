import { z } from 'zod';
import { defineKind, named } from '../../wire/kind.ts';
import { identified, instant } from '../../wire/values.ts';

/** A project of a domain (S0 §3). */
const project = z
  .object({
    ...identified,
    description: z.string(),
    enabled: z.boolean(),
    domain_id: z.string(),
    members_count: z.number().int(),
    tags: z.array(z.string()),
    created_at: instant.nullable(),
  })
  .meta({ id: 'Project' });

export const projectKind = defineKind({
  name: 'project',
  subject: 'domain_projects',
  channel: 'domain',
  entity: project,
  version: 1,
  shareable: false,
  defaultSort: 'name:asc',
  fields: {
    ...named,
    tags: { path: 'tags', type: 'text', many: true, filter: ['any'] },
  },
});
