/** Values that do not fit their schema, from a file, a cloud or an older version, as far as they can be kept. */
import { z } from 'zod';
import { isMembers } from './kind.ts';

/** What takes the place of a value that does not fit, the first that does; of an enumeration, its last word. */
const NEUTRAL: readonly unknown[] = [null, undefined, [], {}, '', 0, false, '1970-01-01T00:00:00Z'];

type Members = Readonly<Record<string, unknown>>;

const replacements = z.registry<{ value: unknown }>();

/** A schema in which this takes the place of a value that does not fit: where the neutral one would grant something. */
export function unreadableAs<S extends z.ZodType>(schema: S, value: z.output<S>): S {
  replacements.add(schema, { value });
  return schema;
}

function neutralOf(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodEnum) return schema.options.at(-1);
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  for (const value of NEUTRAL) {
    const { success, data } = z.safeParse(schema, value);
    if (success) return data;
  }
  return schema instanceof z.ZodUnion ? neutralOf(schema.options.at(-1)!) : undefined;
}

/**
 * A value that fits: parts of objects, arrays and records that do not are replaced, or left out where an array or a record can do without
 * them. Members of objects that their schema does not name stay where it takes them.
 */
export function fit(schema: z.core.$ZodType, value: unknown): unknown {
  const { success, data } = z.safeParse(schema, value);
  if (success) return data;
  const replacement = replacements.get(schema);
  if (replacement) return replacement.value;
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isMembers(value) || Array.isArray(value) ? fit(schema.unwrap(), value) : neutralOf(schema);
  if (schema instanceof z.ZodObject) return fitObject(schema, isMembers(value) ? value : {});
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const { element } = schema;
    return value.filter((one) => isMembers(one) || z.safeParse(element, one).success).map((one) => fit(element, one));
  }
  if (schema instanceof z.ZodRecord && isMembers(value)) return fitRecord(schema, value);
  return neutralOf(schema);
}

function fitObject(schema: z.ZodObject, members: Members): Members {
  const others = schema.def.catchall instanceof z.ZodUnknown ? members : {};
  const own = Object.entries(schema.shape).map(([name, member]) => [name, ofMember(member, members[name])]);
  return { ...others, ...Object.fromEntries(own) };
}

/** JSON has no member without a value: of one that has to be there and may be anything it is null. */
function ofMember(schema: z.core.$ZodType, value: unknown): unknown {
  const shown = fit(schema, value);
  return shown === undefined && schema._zod.optout === undefined ? null : shown;
}

/** Lists of a record lose what does not fit, other values of it that do not are left out. */
function fitRecord({ valueType }: z.ZodRecord, members: Members): Members {
  const stays = (value: unknown): boolean =>
    valueType instanceof z.ZodArray ? Array.isArray(value) : z.safeParse(valueType, value).success;
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (stays(value) ? [[name, fit(valueType, value)]] : [])));
}

/** Names of the members that a schema's error is about. */
export const membersOf = ({ issues }: z.ZodError): string[] => [...new Set(issues.map(({ path }) => String(path[0])))];

/** Names of the members that cannot be read of what has this error, if any: those it is about, beside those that are marked already. */
export function unreadableOf(error: z.ZodError | undefined, { unreadable: marked }: Members): string[] {
  const members = error ? membersOf(error) : [];
  const known = Array.isArray(marked) && !members.includes('unreadable') ? marked.map(String) : [];
  return [...new Set([...known, ...members])];
}
