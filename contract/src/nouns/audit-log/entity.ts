import { z } from 'zod';
import { statusNames } from '../../wire/statuses.ts';
import { instant } from '../../wire/values.ts';
import { AUDIT_RESULTS } from './results.ts';

/** Rows that the log is read by where nothing else is said (S0 §9). */
export const AUDIT_PAGE = 256;
/** Most entries that are counted: the log holds a year. */
export const AUDIT_COUNTED = 10_000;

/** Most names that an entry keeps of what it was done to. */
export const AUDIT_NAMES = 20;

/** Who did what, when and from where, and what came of it. */
export const auditLogEntry = z
  .object({
    id: z.string(),
    timestamp: instant,
    user_id: z.string().nullable(),
    /** Also of who tried to sign in. */
    user_name: z.string().nullable(),
    project_id: z.string().nullable(),
    project_name: z.string().nullable(),
    /** Of what it was done to, where the call names it, else of who asked. */
    domain_id: z.string().nullable(),
    domain_name: z.string().nullable(),
    /** Id of the call: `servers.stop`. */
    activity: z.string(),
    /** What was made, or what it was done to; null for several. Its kind, and its name at that time, or the one that it was to be made with. */
    target: z.string().nullable(),
    kind: z.string().nullable(),
    target_name: z.string().nullable(),
    /** Names of several, as many as `AUDIT_NAMES`, and how many there are; empty, and null, for one. */
    target_names: z.array(z.string()),
    target_count: z.number().int().nullable(),
    /** Whether the target is not there any more. */
    gone: z.boolean(),
    result: z.enum(statusNames(AUDIT_RESULTS)),
    /** Of the answer, as in HTTP. */
    status: z.number().int(),
    error_code: z.string().nullable(),
    request_id: z.string(),
    address: z.string().nullable(),
    /** What the personal token is called that it was asked with; null where it was a session. */
    personal_token: z.string().nullable(),
    /** What it was asked with, without secrets; the beginning of what is long. */
    parameters: z.unknown().nullable(),
    /** How many the entry stands for: refused sign-ins of one minute are one. */
    count: z.number().int(),
  })
  .meta({ id: 'AuditLogEntry' });
export type AuditLogEntry = z.infer<typeof auditLogEntry>;
