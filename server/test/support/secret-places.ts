/** Where bodies of calls hold secrets: made from the contract, so that a new call is found without a word here. */
import type { Call } from '@gantry/contract/wire/call';
import { schemaSent } from './json-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A member of a body: names from the outside in, `[]` for what stands in a list. */
interface Member {
  path: readonly string[];
  isSecret: boolean;
}

/** All members of a call's body, at whatever depth. */
export function membersOf({ body }: Call): Member[] {
  if (body === undefined) return [];
  const { json, schemas } = schemaSent(body);
  return membersIn(json, schemas, []);
}

function membersIn(schema: Schema, schemas: Schema, path: readonly string[]): Member[] {
  const { $ref, properties, items, additionalProperties, anyOf, oneOf, allOf, writeOnly } = schema as {
    $ref?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    additionalProperties?: Schema | boolean;
    anyOf?: Schema[];
    oneOf?: Schema[];
    allOf?: Schema[];
    writeOnly?: boolean;
  };
  const below = (part: Schema, name?: string) => membersIn(part, schemas, name === undefined ? path : [...path, name]);
  const named = schemas[$ref?.split('/').at(-1) ?? ''];
  return [
    { path, isSecret: writeOnly === true },
    ...(named ? below(named as Schema) : []),
    ...Object.entries(properties ?? {}).flatMap(([name, part]) => below(part, name)),
    ...(items ? below(items, '[]') : []),
    ...(typeof additionalProperties === 'object' ? below(additionalProperties, '{}') : []),
    ...[anyOf, oneOf, allOf].flatMap((parts) => (parts ?? []).flatMap((part) => below(part))),
  ];
}

/** Paths of a call's secrets, as `pools.[].tls.private_key`. */
export const secretPlacesOf = (call: Call): string[] => [
  ...new Set(membersOf(call).flatMap(({ path, isSecret }) => (isSecret ? [path.join('.')] : []))),
];

/** A body with a value at a path, and all that is missing on the way to it. */
export function planted(body: unknown, place: string, value: string): unknown {
  const [name, ...rest] = place.split('.');
  if (name === undefined || place === '') return value;
  const further = rest.join('.');
  if (name === '[]') return [planted(Array.isArray(body) ? body[0] : undefined, further, value)];
  const members = (typeof body === 'object' ? body : {}) as Record<string, unknown>;
  return { ...members, [name]: planted(members[name], further, value) };
}
