import { z } from 'zod';
import { dated, defineKind, named } from '../../wire/kind.ts';
import { domainJoins, domainName } from '../../wire/owners.ts';
import { identified, instant } from '../../wire/values.ts';

/**
 * What somebody reported of a problem, with what the server knew at that time (S0 §3). Operators read it; the one who made it has its name, a
 * number to mention.
 */
export const report = z
  .object({
    ...identified,
    contact_email: z.string(),
    problem_description: z.string(),
    user_id: z.string(),
    user_name: z.string(),
    /** What its maker worked in. */
    domain_id: z.string(),
    project_id: z.string().nullable(),
    project_name: z.string().nullable(),
    ...domainName,
    /** Bytes of what was collected; null until then. */
    size: z.number().int().nullable(),
    created_at: instant,
  })
  .meta({ id: 'Report' });
export type Report = z.infer<typeof report>;

export const reportKind = defineKind({
  name: 'report',
  subject: 'reports',
  channel: 'compute',
  isOurs: true,
  entity: report,
  version: 1,
  shareable: false,
  defaultSort: 'created_at:desc',
  fields: {
    ...named,
    contact_email: { path: 'contact_email', type: 'text', filter: ['is', 'contains'] },
    ...dated,
  },
  joins: [{ kind: 'project', at: '', id: 'project_id', fields: { project_name: 'name' } }, ...domainJoins],
});

/** The number that stands for a report where people speak of it: the beginning of its id. */
export const reportName = (id: string): string => id.slice(0, 8).toUpperCase();

const open = z.record(z.string(), z.unknown());

/** What was collected: of the program, of each engine, and the newest tasks that the maker of the report sees. */
export const reportContents = z
  .object({
    collected_at: instant,
    program: z.object({ version: z.string(), node: z.string(), up_seconds: z.number() }),
    engines: z.array(open),
    tasks: z.array(open),
  })
  .meta({ id: 'ReportContents' });
export type ReportContents = z.infer<typeof reportContents>;
