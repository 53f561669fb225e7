/** Values that do not fit their schema, from a file, a cloud or an older version, as far as they can be kept. */
import { z } from 'zod';
import { isMembers } from './kind.ts';

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
export function fit(schema: z.core.$ZodType, value: unknown): unknown {
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

/** Names of the members that a schema's error is about. */
export const membersOf = ({ issues }: z.ZodError): string[] => [...new Set(issues.map(({ path }) => String(path[0])))];
