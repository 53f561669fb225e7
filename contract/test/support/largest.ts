/** The largest values that the contract's schemas take, and what in them has no bound. */
import type { z } from 'zod';
import { jsonSchema } from '../../src/openapi.ts';
import { JSON_LENGTH_KEYWORD } from '../../src/wire/bounded.ts';
import { utf8Bytes } from '../../src/wire/bytes.ts';
import { PATTERN_KEYWORD } from '../../src/wire/patterned.ts';
import { PATTERNS } from '../../src/wire/patterns.ts';
import { REFERENCE_KEYWORD } from '../../src/wire/reference.ts';

type Json = Readonly<Record<string, unknown>>;

interface Making {
  schemas: Record<string, unknown>;
  /** What every switch is set to: what fits one does not fit the other. */
  switches: boolean;
  /** An id of the kind that a member names, another one for each number; undefined where any will do. */
  idOf: IdOf;
}
export type IdOf = (kind: string | undefined, member: string, number: number) => string | undefined;

/** Characters of three bytes first: nothing in UTF-8 has more for its length in a text. */
const FILLERS = ['字', 'x', '0'];

const begun = (start: string, filler: string, length: number): string => start + filler.repeat(Math.max(0, length - start.length));

/** Texts that no regular expression tells how to make, by their patterns. */
const MADE: Readonly<Record<string, (length: number, number: number) => string>> = {
  public_key: (length) => begun(`${PATTERNS.public_key.good[0]} `, '字', length),
  script: (length) => begun(PATTERNS.script.good[0], '#', length),
  new_password: (length) => begun(PATTERNS.new_password.good[0], '字', length),
  ip: (_, number) => `fd00:1111:2222:3333:4444:5555:6666:${(0x1000 + number).toString(16)}`,
  nameserver: (_, number) => `fd00:1111:2222:3333:4444:5555:6666:${(0x1000 + number).toString(16)}`,
  cidr: (_, number) => `fd00:1111:2222:${(0x3333 + number).toString(16)}::/64`,
  peer_address: (length) => 'x'.repeat(length),
  address_range: (_, number) => `255.255.255.${100 + number}/32`,
  ip_protocol: () => 'udplite',
  mac: (_, number) => `fa:16:3e:00:00:${(0x10 + number).toString(16)}`,
  mac_unicast: (_, number) => `fa:16:3e:00:00:${(0x10 + number).toString(16)}`,
  // Counted in bytes, each another one.
  object_key: (length, number) => `${'x'.repeat(length - 8)}${String(number).padStart(8, '0')}`,
  object_prefix: (length) => 'x'.repeat(length),
  // Keys stand in it, so it is the one that all are in.
  object_folder: () => '',
  contact_email: (length) => `${'字'.repeat(length - 2)}@a`,
};

const named = (schema: Json, schemas: Json): Json =>
  typeof schema['$ref'] === 'string' ? (schemas[schema['$ref'].split('/').at(-1) ?? ''] as Json) : schema;

const partsOf = ({ properties = {}, required = [] }: { properties?: Record<string, Json>; required?: string[] }) =>
  Object.entries(properties).map(([name, part]) => ({ name, part, isRequired: required.includes(name) }));

/** Places of a schema where lists, records or texts may be of any length: `volumes.*.name`. */
export function unboundedIn(schema: z.ZodType): string[] {
  const schemas: Record<string, unknown> = {};
  const walk = (given: Json, path: string): string[] => {
    const one = named(given, schemas);
    const { type, anyOf, items, additionalProperties, format } = one;
    if (one['const'] !== undefined || Array.isArray(one['enum']) || one[JSON_LENGTH_KEYWORD] !== undefined) return [];
    if (Array.isArray(anyOf)) return anyOf.flatMap((part) => walk(part as Json, path));
    const inside = (name: string): string => (path === '' ? name : `${path}.${name}`);
    if (type === 'string') return one['maxLength'] !== undefined || FORMATS.has(String(format)) ? [] : [path];
    if (type === 'array') return [...(one['maxItems'] === undefined ? [path] : []), ...walk((items ?? {}) as Json, inside('*'))];
    if (type === 'object') {
      const members = partsOf(one).flatMap(({ name, part }) => walk(part, inside(name)));
      // What a schema does not know is refused, or left out.
      if (typeof additionalProperties !== 'object') return members;
      const { propertyNames = {} } = one as { propertyNames?: Json };
      const open = one['maxProperties'] === undefined ? [path] : [];
      return [...members, ...open, ...walk(propertyNames, inside('{key}')), ...walk((additionalProperties ?? {}) as Json, inside('*'))];
    }
    return ['number', 'integer', 'boolean', 'null'].includes(String(type)) ? [] : [path];
  };
  return walk(jsonSchema(schema, 'input', schemas), '');
}

const FORMATS: ReadonlySet<string> = new Set(['ipv4', 'ipv6', 'date-time']);

const byLength = (values: readonly string[]): string[] => values.toSorted((a, b) => b.length - a.length);

function textOf(schema: Json, member: string, number: number, { idOf }: Making): string {
  const { [REFERENCE_KEYWORD]: kind, [PATTERN_KEYWORD]: pattern, maxLength = 40, enum: values } = schema;
  // Of the longest the last one: what came later lets more stand beside it.
  if (Array.isArray(values)) return byLength((values as string[]).toReversed())[0]!;
  const id = idOf(kind as string | undefined, member, number);
  if (id !== undefined) return id;
  const made = MADE[String(pattern)];
  if (made) return made(Number(maxLength), number);
  const { allOf = [] } = schema as { allOf?: readonly Json[] };
  const patterns = [schema, ...allOf].flatMap((part) => (typeof part['pattern'] === 'string' ? [new RegExp(part['pattern'], 'u')] : []));
  const fits = (text: string): boolean => patterns.every((one) => one.test(text));
  const texts = FILLERS.map((filler) => begun(`${number}`, filler, Number(maxLength)));
  return texts.find(fits) ?? texts[0]!;
}

function valueOf(given: Json, member: string, number: number, making: Making): unknown {
  const schema = named(given, making.schemas);
  const { type, anyOf, items, additionalProperties } = schema;
  if (schema['const'] !== undefined) return schema['const'];
  if (schema[JSON_LENGTH_KEYWORD] !== undefined) return '字'.repeat(Number(schema[JSON_LENGTH_KEYWORD]) - 2);
  if (schema[PATTERN_KEYWORD] === 'ip') return textOf(schema, member, number, making);
  if (Array.isArray(anyOf)) return valueOf(anyOf[0] as Json, member, number, making);
  switch (type) {
    case 'string':
      return textOf(schema, member, number, making);
    case 'integer':
    case 'number':
      return Number(schema['maximum'] ?? 0) - number;
    case 'boolean':
      return making.switches;
    case 'array':
      // Words of a few, such as roles, each once.
      if (Array.isArray((items as Json | undefined)?.['enum']))
        return byLength((items as { enum: string[] }).enum).slice(0, Number(schema['maxItems']));
      return Array.from({ length: Number(schema['maxItems']) }, (_, index) => valueOf((items ?? {}) as Json, member, index, making));
    case 'object': {
      const members = partsOf(schema).map(({ name, part }) => [name, valueOf(part, name, number, making)]);
      const { propertyNames = { type: 'string' }, maxProperties = 0 } = schema as { propertyNames?: Json; maxProperties?: number };
      const entries = Array.from({ length: maxProperties }, (_, index) => [
        textOf(propertyNames, member, index, making),
        valueOf((additionalProperties ?? {}) as Json, member, index, making),
      ]);
      return Object.fromEntries([...members, ...entries]) as unknown;
    }
    default:
      return null;
  }
}

/** The value with what stands at the path changed; undefined takes it away. */
function changed(value: unknown, [step, ...rest]: readonly PropertyKey[], change: (part: unknown) => unknown): unknown {
  if (step === undefined) return change(value);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(([name, part]) => [name, name === String(step) ? changed(part, rest, change) : part] as const);
  const left = entries.filter(([, part]) => part !== undefined);
  return Array.isArray(value) ? left.map(([, part]) => part) : Object.fromEntries(left);
}

/** Codes of what has to be written a second time, with the member that it repeats. */
const REPEATED: Readonly<Record<string, string>> = { password_unequal: 'new_password' };

/**
 * What excludes each other is taken out one after the other until the schema takes the rest; a text that is too long only beside something
 * else is shortened. Throws where nothing of the kind helps.
 */
function accepted(schema: z.ZodType, value: unknown): unknown {
  const gone = new Set<string>();
  for (let left = value, tried = 0; ; tried++) {
    const { success, error } = schema.safeParse(left);
    if (success) return left;
    const issues = error.issues.filter(({ path, code }) => path.length > 0 && code !== 'invalid_type');
    if (issues.length === 0 || tried > 20) throw new Error(`no large value fits: ${JSON.stringify(error.issues).slice(0, 500)}`);
    for (const { path, message } of issues) {
      const isText = message.startsWith('too_long');
      const again = REPEATED[message];
      if (again !== undefined) {
        const { [again]: repeated } = left as Json;
        left = changed(left, path, () => repeated);
        continue;
      }
      // What cannot be without a member that does not fit goes with it.
      const place = gone.has(path.join('.')) ? path.slice(0, -1) : path;
      if (!isText) gone.add(place.join('.'));
      left = changed(left, place, (part) => (isText && typeof part === 'string' ? part.slice(0, -8) : undefined));
    }
  }
}

export const bytesOf = (value: unknown): number => utf8Bytes(JSON.stringify(value) ?? '');

/** The largest value that a schema takes, written as JSON in UTF-8. */
export function largestOf(schema: z.ZodType, idOf: IdOf = () => undefined): unknown {
  const schemas: Record<string, unknown> = {};
  const json = jsonSchema(schema, 'input', schemas);
  const values = [true, false].map((switches) => accepted(schema, valueOf(json, '', 0, { schemas, switches, idOf })));
  return values.toSorted((a, b) => bytesOf(b) - bytesOf(a))[0];
}
