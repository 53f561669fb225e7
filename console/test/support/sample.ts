/** Things made up from the contract's schemas, for what is alike in all of them. */
import { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

/** Something of this shape: what may be null is not, texts say which member they are. */
function shaped(schema: Schema, member: string, defs: Readonly<Record<string, Schema>>): unknown {
  const { type: types, format, anyOf, enum: words, properties = {}, $ref } = schema;
  const named = defs[$ref?.split('/').at(-1) ?? ''];
  if (named) return shaped(named, member, defs);
  const isThere = (type: unknown) => type !== 'null';
  if (anyOf) return shaped(anyOf.find(({ type }) => isThere(type)) ?? {}, member, defs);
  if (words) return words[0];
  const type = [types].flat().find(isThere);
  if (type === 'object') return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, shaped(one as Schema, key, defs)]));
  if (type === 'array') return [];
  // Nothing is in it that would keep it from being deleted.
  if (type === 'integer' || type === 'number') return member.endsWith('_count') ? 0 : 3;
  return type === 'boolean' ? true : format === 'date-time' ? '2026-11-20T10:00:00Z' : `the ${member}`;
}

/** A thing of this schema. */
export function sampleOf(entity: z.ZodType): unknown {
  const schema = z.toJSONSchema(entity);
  // Schemas with names of their own are put among the definitions.
  const one = shaped(schema, '', (schema.$defs ?? {}) as Readonly<Record<string, Schema>>);
  entity.parse(one);
  return one;
}
