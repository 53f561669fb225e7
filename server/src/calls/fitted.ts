/** Rows whose values do not fit their schema, from a file, a cloud or an older version: each is shown as far as it can be, and reported once. */
import { fitting, misfitMembers } from '@gantry/contract/wire/fitting';
import { isMembers } from '@gantry/contract/wire/kind';
import type { z } from 'zod';
import type { Logger } from 'pino';

/** A row by its schema. One that does not fit names the members that were replaced as `unreadable`, beside those it names itself, and is reported. */
export function fitted(schema: z.ZodType, row: unknown, report: (error: z.ZodError) => void): unknown {
  const { success, data, error } = schema.safeParse(row);
  if (success) return data;
  // What is no resource at all, such as the answer of a defective handler, is a defect of this server.
  const fit: unknown = isMembers(row) ? fitting(schema, row) : undefined;
  if (!isMembers(fit)) throw error;
  report(error);
  const members = misfitMembers(error);
  const known = members.includes('unreadable') ? [] : ((fit['unreadable'] ?? []) as string[]);
  return { ...fit, unreadable: [...new Set([...known, ...members])] };
}

/** Rows that are remembered as reported. */
const REMEMBERED = 10_000;
/** Most problems of a row that are logged. */
const PROBLEMS = 10;

/** Reports rows that do not fit, each once. */
export type Misfits = (kind: string, id: string, error: z.ZodError) => void;

export function createMisfits(log: Pick<Logger, 'warn'>): Misfits {
  const reported = new Set<string>();
  return (kind, id, { issues }) => {
    const key = `${kind} ${id}`;
    if (reported.has(key)) return;
    if (reported.size >= REMEMBERED) reported.clear();
    reported.add(key);
    const problems = issues.slice(0, PROBLEMS).map(({ path, message }) => `${path.join('.')}: ${message}`);
    log.warn({ kind, id, problems }, 'a row does not fit its schema: answers replace its unreadable values');
  };
}
