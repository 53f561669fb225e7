/** Which pattern each text field follows: read off the calls' own schemas, for the API's description and the tests (decision I2). */
import { z } from 'zod';
import type { Call } from './call.ts';
import { PATTERN_KEYWORD } from './patterned.ts';

/** A field of a call that takes text. */
export interface TextField {
  place: 'path' | 'query' | 'body';
  /** Members down to it: `['volumes', '*', 'name']`; `*` is each of a list, or each value of a record, `{key}` each of its keys. */
  path: readonly string[];
  /** Name of its pattern; undefined where the contract has forgotten it. */
  pattern: string | undefined;
  schema: z.ZodType;
}

type Found = Omit<TextField, 'place'>;

const inner = (schema: z.ZodType): z.ZodType | undefined => {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return schema.def.innerType as z.ZodType;
  return schema instanceof z.ZodPipe ? (schema.def.in as z.ZodType) : undefined;
};

/** Numbers, switches and choices among given values take no text of one's own. */
const takesNoText = (schema: z.ZodType): boolean =>
  [z.ZodNumber, z.ZodBoolean, z.ZodEnum, z.ZodLiteral].some((type) => schema instanceof type);

function found(schema: z.ZodType, path: readonly string[]): Found[] {
  const pattern = schema.meta()?.[PATTERN_KEYWORD];
  if (typeof pattern === 'string') return [{ path, pattern, schema }];
  const within = inner(schema);
  if (within) return found(within, path);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as Record<string, z.ZodType>).flatMap(([name, part]) => found(part, [...path, name]));
  if (schema instanceof z.ZodArray) return found(schema.def.element as z.ZodType, [...path, '*']);
  if (schema instanceof z.ZodRecord)
    return [...found(schema.def.keyType as z.ZodType, [...path, '{key}']), ...found(schema.def.valueType as z.ZodType, [...path, '*'])];
  return takesNoText(schema) ? [] : [{ path, pattern: undefined, schema }];
}

/** All text fields of a call's path, query and body, in the order they are declared. */
export function textFieldsOf({ params, query, body }: Pick<Call, 'params' | 'query' | 'body'>): TextField[] {
  const of = (place: TextField['place'], schema: z.ZodType | undefined): TextField[] =>
    schema ? found(schema, []).map((field) => ({ place, ...field })) : [];
  return [...of('path', params), ...of('query', query), ...of('body', body)];
}
