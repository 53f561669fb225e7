/** Makes values for the contract's JSON Schemas: mostly right, sometimes wrong in one place. */
import fc from 'fast-check';

type Json = Record<string, unknown>;
type Schemas = Readonly<Record<string, unknown>>;

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  '\ud800',
  '💥',
  "'; drop table x; --",
  '../..',
  '%2e%2e',
  '__proto__',
  'constructor',
  'null',
  '١٢٣',
  'x'.repeat(5000),
  '{"a":1}',
  'contains:',
  'in:',
  'any:,',
];
const oddValue = fc.oneof(
  fc.constantFrom<unknown>(...ODD_TEXTS, null, true, 0, -1, 1e308, Number.MAX_SAFE_INTEGER + 1, [], {}, [[]], {
    __proto__: null,
    a: [null],
  }),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** Ids that exist, by the end of the member's name: `flavor_id`, `serverId`, `ids`. */
export interface Pools {
  idsFor(member: string): readonly string[];
}

function textOf(schema: Json, member: string, pools: Pools): fc.Arbitrary<unknown> {
  const {
    pattern,
    enum: values,
    minLength = 0,
    maxLength = 64,
  } = schema as { pattern?: string; enum?: string[]; minLength?: number; maxLength?: number };
  if (values) return fc.constantFrom(...values);
  const known = pools.idsFor(member);
  const fresh =
    pattern === undefined || pattern.includes('\\p{')
      ? fc.string({ minLength, maxLength: Math.min(maxLength, 64) })
      : fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length >= minLength && length <= maxLength);
  return known.length > 0 ? fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: fresh }) : fresh;
}

function objectOf(schema: Json, schemas: Schemas, pools: Pools): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Json>);
  const required = new Set((schema['required'] ?? []) as string[]);
  const shape = Object.fromEntries(properties.map(([name, part]) => [name, valueOf(part, name, schemas, pools)]));
  const { additionalProperties } = schema;
  if (properties.length === 0 && typeof additionalProperties === 'object' && additionalProperties !== null)
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 20 }), valueOf(additionalProperties as Json, '', schemas, pools), {
      maxKeys: 4,
    });
  return fc.record(shape, { requiredKeys: properties.map(([name]) => name).filter((name) => required.has(name)) });
}

/** A value that fits a schema. */
export function valueOf(schema: Json, member: string, schemas: Schemas, pools: Pools): fc.Arbitrary<unknown> {
  const { $ref, type, anyOf, items } = schema;
  if (typeof $ref === 'string') return valueOf(schemas[$ref.split('/').at(-1) ?? ''] as Json, member, schemas, pools);
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((part) => valueOf(part as Json, member, schemas, pools)));
  switch (type) {
    case 'string':
      return textOf(schema, member, pools);
    case 'integer':
      return fc.integer({ min: Number(schema['minimum'] ?? 0), max: Math.min(Number(schema['maximum'] ?? 100), 1_000_000) });
    case 'number':
      return fc.double({ min: 0, max: 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.uniqueArray(valueOf((items ?? {}) as Json, member, schemas, pools), {
        minLength: Number(schema['minItems'] ?? 0),
        maxLength: Math.min(Number(schema['maxItems'] ?? 4), 4),
        comparator: (a, b) => JSON.stringify(a) === JSON.stringify(b),
      });
    case 'object':
      return objectOf(schema, schemas, pools);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

/** The value, or the same with one member odd, missing or too many. */
export function spoiled(value: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const wrong = fc.tuple(value, oddValue, fc.nat(), fc.string()).map(([whole, odd, place, extra]) => {
    if (whole === null || typeof whole !== 'object' || Array.isArray(whole)) return odd;
    const names = Object.keys(whole);
    const name = names[place % (names.length + 2)];
    if (name === undefined) return place % 2 === 0 ? odd : { ...whole, [extra]: odd };
    return place % 5 === 0 ? Object.fromEntries(Object.entries(whole).filter(([key]) => key !== name)) : { ...whole, [name]: odd };
  });
  return fc.oneof({ weight: 3, arbitrary: value }, { weight: 1, arbitrary: wrong });
}
