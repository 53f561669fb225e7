/** What tells administrators, who see the things of several projects, whose each one is. */
import { z } from 'zod';
import type { Field, Join } from './kind.ts';

/** Name of the domain; not kept, and null for callers who do not see it. */
export const domainName = { domain_name: z.string().nullable().optional() };

export const domainJoins: readonly Join[] = [{ kind: 'domain', at: '', id: 'domain_id', fields: { domain_name: 'name' } }];

/** Names of the project and the domain. */
export const ownerNames = { project_name: z.string().nullable().optional(), ...domainName };

export const ownerJoins: readonly Join[] = [
  { kind: 'project', at: '', id: 'project_id', fields: { project_name: 'name' } },
  ...domainJoins,
];

/** What lists are narrowed by, beside domains (`ofDomains`). */
export const ownerFields = {
  project_id: { path: 'project_id', type: 'text', filter: ['is'] },
} as const satisfies Readonly<Record<string, Field>>;
