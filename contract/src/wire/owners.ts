/** What tells administrators, who see the things of several projects, whose each one is. */
import { z } from 'zod';
import type { Field, Join } from './kind.ts';

/** Names of the project and the domain; not kept, and null for callers who do not see them. */
export const ownerNames = { project_name: z.string().nullable().optional(), domain_name: z.string().nullable().optional() };

export const ownerJoins: readonly Join[] = [
  { kind: 'project', at: '', id: 'project_id', fields: { project_name: 'name' } },
  { kind: 'domain', at: '', id: 'domain_id', fields: { domain_name: 'name' } },
];

/** What lists are narrowed by, beside domains (`ofDomains`). */
export const ownerFields = {
  project_id: { path: 'project_id', type: 'text', filter: ['is'] },
} as const satisfies Readonly<Record<string, Field>>;
