/** Where calls take ids of things: made from the contract, so that a new call is found without a word here. */
import type { Call } from '@gantry/contract/wire/call';
import { filterKeys } from '@gantry/contract/wire/kind';
import { REFERENCE_KEYWORD } from '@gantry/contract/wire/reference';
import { schemaSent } from './json-schema.ts';

/** Path parameters of calls with a function of their own; the others say their kind themselves. */
const NAMED: Readonly<Record<string, string>> = {
  projectId: 'project',
  domainId: 'domain',
  serverId: 'server',
  routerId: 'router',
  sessionId: 'session',
  userId: 'user',
  groupId: 'group',
  traitId: 'trait',
  taskId: 'task',
  accessKey: 's3_key',
  keyId: 's3_key',
  s3UserId: 's3_user',
  tokenId: 'personal_token',
  credentialId: 'application_credential',
  bucketName: 's3_bucket',
};

/** Kinds of a call's path parameters, and of the ids of a bulk call. */
export function kindsOf({ does }: Call): Map<string, string> {
  const found = new Map(Object.entries(NAMED));
  if ('id' in does && does.id !== undefined) found.set(does.id, does.kind.name);
  if (does.by === 'bulk') found.set(does.ids ?? 'ids', does.kind.name);
  return found;
}

/** Path parameters that people choose, with an example: names within something, types, no ids. */
export const CHOSEN: ReadonlyMap<string, string> = new Map([
  ['propertyKey', 'theme'],
  ['kind', 'private'],
  ['target', 'images'],
  ['service', 's3service'],
]);

export interface IdPlace {
  in: 'path' | 'query' | 'body';
  /** Members from the outside in. */
  path: readonly string[];
  /** Kind of the thing it names; of a filter, the kind of the listed things. */
  kind: string;
  /** The member holds a list of ids. */
  many: boolean;
  /** It is a member of what stands in a list. */
  inList: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** Every place of a call that takes an id. Throws where a path parameter's kind is not known. */
export function idPlacesOf(call: Call): IdPlace[] {
  const kinds = kindsOf(call);
  const inPath = Object.keys(call.params?.shape ?? {})
    .filter((name) => !CHOSEN.has(name))
    .map((name): IdPlace => {
      const kind = kinds.get(name);
      if (kind === undefined) throw new Error(`${call.id} takes ${name}, and nobody knows of which kind`);
      return { in: 'path', path: [name], kind, many: false, inList: false };
    });
  const { does } = call;
  const keys = does.by === 'list' ? filterKeys(does.kind).filter((key) => does.kind.fields[key]!.type === 'text') : [];
  const inQuery = keys.map((key): IdPlace => ({
    in: 'query',
    path: [key],
    kind: does.by === 'list' ? does.kind.name : '',
    many: false,
    inList: false,
  }));
  const sent = call.body && schemaSent(call.body);
  const body = sent ? placesIn(sent.json, sent.schemas, []) : [];
  const bulk: IdPlace[] =
    does.by === 'bulk' ? [{ in: 'body', path: [does.ids ?? 'ids'], kind: does.kind.name, many: true, inList: false }] : [];
  return [...inPath, ...inQuery, ...body, ...bulk];
}

function placesIn(schema: Schema, schemas: Schema, path: readonly string[], many = false, inList = false): IdPlace[] {
  const { $ref, properties, items, anyOf } = schema as {
    $ref?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
  };
  const kind = schema[REFERENCE_KEYWORD];
  if (typeof kind === 'string') return [{ in: 'body', path, kind, many, inList }];
  if ($ref !== undefined) return placesIn(schemas[$ref.split('/').at(-1) ?? ''] as Schema, schemas, path, many, inList);
  if (items) return placesIn(items, schemas, path, true, inList);
  if (anyOf) return anyOf.flatMap((part) => placesIn(part, schemas, path, many, inList));
  return Object.entries(properties ?? {}).flatMap(([name, part]) => placesIn(part, schemas, [...path, name], false, many || inList));
}
