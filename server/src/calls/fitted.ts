/** Rows whose values do not fit their schema, from a file, a cloud or an older version: each is shown as far as it can be, and reported once. */
import { isMembers } from '@gantry/contract/wire/kind';
import { z } from 'zod';
import type { Logger } from 'pino';

/** What takes the place of a value that does not fit, the first that does; of an enumeration, its last word. */
const NEUTRAL: readonly unknown[] = [null, undefined, [], {}, '', 0, false, '1970-01-01T00:00:00Z'];

type Members = Readonly<Record<string, unknown>>;

function neutralOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options.at(-1);
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  const neutral = NEUTRAL.find((value) => z.safeParse(schema, value).success);
  return neutral === undefined && schema instanceof z.ZodUnion ? neutralOf(schema.options.at(-1)!) : neutral;
}

/** A value that fits: parts of objects and arrays that do not are replaced, or left out where an array can do without them. */
function fit(schema: z.core.$ZodType, value: unknown): unknown {
  const { success, data } = z.safeParse(schema, value);
  if (success) return data;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return isMembers(value) || Array.isArray(value) ? fit(schema.unwrap(), value) : neutralOf(schema);
  if (schema instanceof z.ZodObject) {
    const members: Members = isMembers(value) ? value : {};
    return Object.fromEntries(Object.entries(schema.shape).map(([name, member]) => [name, ofMember(member, members[name])]));
  }
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = schema;
    return value.filter((one) => isMembers(one) || z.safeParse(element, one).success).map((one) => fit(element, one));
  }
  return neutralOf(schema);
}

/** JSON has no member without a value: of one that has to be there and may be anything it is null. */
function ofMember(schema: z.core.$ZodType, value: unknown): unknown {
  const shown = fit(schema, value);
  return shown === undefined && schema._zod.optout === undefined ? null : shown;
}

/** Members of a resource as far as they fit: for what has to work with all of them. */
export const fitting = (schema: z.ZodType, members: Members): Record<string, unknown> => fit(schema, members) as Record<string, unknown>;

/** A row by its schema. One that does not fit names the members that were replaced as `unreadable`, and is reported. */
export function fitted(schema: z.ZodType, row: unknown, report: (error: z.ZodError) => void): unknown {
  const { success, data, error } = schema.safeParse(row);
  if (success) return data;
  const shown = fit(schema, row);
  // What is no resource at all, such as the answer of a defective handler, is a defect of this server.
  if (!isMembers(row) || !isMembers(shown)) throw error;
  report(error);
  return { ...shown, unreadable: [...new Set(error.issues.map(({ path }) => String(path[0])))] };
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
