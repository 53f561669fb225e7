/** Makes values for the contract's JSON Schemas. */
import { PATTERN_KEYWORD } from '@gantry/contract/wire/patterned';
import { PATTERNS } from '@gantry/contract/wire/patterns';
import { REFERENCE_KEYWORD } from '@gantry/contract/wire/reference';
import { PUBLIC_KEY } from '../../support/app.ts';
import type { Draw } from './draw.ts';
import type { Odd } from './odd.ts';

/** Texts that no schema can tell how to make, and keys that are to be met again, by their patterns. */
const EXAMPLES: Readonly<Record<string, string>> = {
  public_key: PUBLIC_KEY,
  new_password: PATTERNS.new_password.good[0],
  property_key: PATTERNS.property_key.good[0],
  mac: PATTERNS.mac.good[0],
  mac_unicast: PATTERNS.mac_unicast.good[0],
  device: PATTERNS.device.good[0],
};

export type Json = Readonly<Record<string, unknown>>;

export interface Making {
  draw: Draw;
  odd: Odd;
  /** Named parts of the schemas. */
  schemas: Json;
  /** An id of a kind, mostly one that exists. */
  idOf(kind: string): string;
  /** Kind of the ids that a member without a mark holds: path parameters, `ids` of a bulk call. */
  kindOf(member: string): string | undefined;
  /** Nothing that a schema's description takes and its rules refuse: examples, wherever there are some. */
  sound?: boolean | undefined;
  /** Share of the optional members that is there. */
  optional: number;
  /** The optional members of the outermost value, where they are those of an example: members that fit each other. */
  members?: ReadonlySet<string> | undefined;
}

/** A value that fits a schema. */
export function valueOf(schema: Json, member: string, making: Making): unknown {
  const { draw, schemas, odd } = making;
  const { $ref, type, anyOf, items, const: only } = schema;
  if (only !== undefined) return only;
  if (typeof $ref === 'string') return valueOf(schemas[$ref.split('/').at(-1) ?? ''] as Json, member, making);
  if (Array.isArray(anyOf)) return valueOf(draw.pick(anyOf as Json[]), member, making);
  switch (Array.isArray(type) ? draw.pick(type as string[]) : type) {
    case 'string':
      return textOf(schema, member, making);
    case 'integer':
      return integerOf(schema, draw);
    case 'number':
      return draw.next() * 1000;
    case 'null':
      return null;
    case 'boolean':
      return draw.chance(0.5);
    case 'array':
      return listOf(schema, (items ?? {}) as Json, member, making);
    case 'object':
      return objectOf(schema, making);
    default:
      return odd.value(draw);
  }
}

function integerOf({ minimum, maximum }: Json, draw: Draw): number {
  // Where the schema only means any whole number, few are worth trying.
  const low = Math.max(Number(minimum ?? 0), draw.chance(0.95) ? 0 : Number.MIN_SAFE_INTEGER);
  return draw.between(low, Math.min(Number(maximum ?? 100), draw.chance(0.8) ? Math.max(60, low) : 1_000_000));
}

function textOf(schema: Json, member: string, { draw, odd, idOf, kindOf, sound = false }: Making): string {
  const {
    pattern,
    enum: values,
    minLength = 0,
    maxLength = 64,
  } = schema as { pattern?: string; enum?: string[]; minLength?: number; maxLength?: number };
  if (values) return draw.pick(values);
  if (schema['format'] === 'date-time') return new Date(draw.between(0, Date.now())).toISOString();
  const example = EXAMPLES[String(schema[PATTERN_KEYWORD])];
  if (example !== undefined && (sound || draw.chance(0.8))) return example;
  const marked = schema[REFERENCE_KEYWORD];
  const kind = typeof marked === 'string' ? marked : kindOf(member);
  return kind === undefined || draw.chance(0.04) ? odd.fitting(draw, pattern, minLength, maxLength) : idOf(kind);
}

function listOf(schema: Json, items: Json, member: string, making: Making): unknown[] {
  const least = Number(schema['minItems'] ?? 0);
  const length = making.draw.between(least, Math.max(least, Math.min(Number(schema['maxItems'] ?? 3), 3)));
  return [...new Set(Array.from({ length }, () => valueOf(items, member, making)))];
}

function objectOf(schema: Json, making: Making): Record<string, unknown> {
  const { draw, odd } = making;
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const required = new Set((schema['required'] ?? []) as string[]);
  const { additionalProperties, propertyNames } = schema as { additionalProperties?: unknown; propertyNames?: { enum?: string[] } };
  const names = propertyNames?.enum;
  if (properties.length === 0 && typeof additionalProperties === 'object' && additionalProperties !== null)
    return Object.fromEntries(
      Array.from({ length: draw.between(0, 3) }, () => [
        names ? draw.pick(names) : odd.fitting(draw, undefined, 1, 20),
        valueOf(additionalProperties as Json, '', making),
      ]),
    );
  const { members, ...within } = making;
  const chosen = properties.filter(([name]) => required.has(name) || (members?.has(name) ?? draw.chance(making.optional)));
  return Object.fromEntries(chosen.map(([name, part]) => [name, valueOf(part, name, within)]));
}

/** A value like an example: the same members and texts, with ids of what there is. */
export function likeExample(schema: Json, example: unknown, making: Making): unknown {
  const { $ref, anyOf, properties, items } = schema as { $ref?: string; anyOf?: Json[]; properties?: Record<string, Json>; items?: Json };
  if ($ref !== undefined) return likeExample(making.schemas[$ref.split('/').at(-1) ?? ''] as Json, example, making);
  if (typeof schema[REFERENCE_KEYWORD] === 'string') return making.idOf(schema[REFERENCE_KEYWORD]);
  if (Array.isArray(example)) return example.map((one) => likeExample(items ?? {}, one, making));
  if (typeof example !== 'object' || example === null) return example;
  const known = properties ?? anyOf?.find((one) => one['properties'])?.['properties'] ?? {};
  return Object.fromEntries(
    Object.entries(example).map(([name, one]) => [name, likeExample((known as Record<string, Json>)[name] ?? {}, one, making)]),
  );
}

/** The value with one member odd, missing or too many. */
export function spoiled(value: unknown, { draw, odd }: Pick<Making, 'draw' | 'odd'>): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return odd.value(draw);
  const names = Object.keys(value);
  const name = names.length > 0 && draw.chance(0.75) ? draw.pick(names) : undefined;
  if (name === undefined) return draw.chance(0.3) ? odd.value(draw) : { ...value, [odd.text(draw)]: odd.value(draw) };
  if (draw.chance(0.3)) return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  return { ...value, [name]: odd.value(draw) };
}
