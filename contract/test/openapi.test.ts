import { describe, expect, it } from 'vitest';
import { AUDIENCES } from '../src/access/roles.ts';
import { calls } from '../src/index.ts';
import { openapi } from '../src/openapi.ts';
import { ERRORS } from '../src/wire/errors.ts';

type Json = Record<string, unknown>;
interface Operation {
  operationId: string;
  parameters: { name: string; in: string; required: boolean; schema?: Json; content?: Json }[];
  requestBody?: { content: Record<string, { schema: Json }> };
  responses: Record<string, { description: string; content?: Json }>;
  security: Json[];
  'x-permission': { audience: string; subject: string };
  'x-source': string;
  'x-actions'?: Record<string, { operationId: string; source: string }>;
}

const document = openapi(calls, '1.2.3') as {
  openapi: string;
  info: Json;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Json>; securitySchemes: Json };
};
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** All members called `key`, at any depth; the members of examples are no schema's. */
function collect(value: unknown, key: string): unknown[] {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...(name === key ? [member] : []),
    ...(name === 'examples' ? [] : collect(member, key)),
  ]);
}

describe('calls', () => {
  it('each call declares its right, its source and a place of its own', () => {
    for (const call of calls) {
      expect(AUDIENCES, call.id).toContain(call.permission.audience);
      expect(call.permission.subject, call.id).toMatch(/^[a-z][a-z0-9_]*$/);
      expect(call.source, call.id).toMatch(/^(S[012] §\d|decision (?:[A-Z]\d+|§12)|choice\.[\w-]+)/);
      expect(call.path, call.id).not.toMatch(/.\/$/);
    }
    const places = calls.map(({ method, path, action = '' }) => `${method} ${path.replace(/\{\w+\}/g, '{}')} ${action}`);
    expect(new Set(places).size).toBe(calls.length);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
  });

  it('calls that change something with one method and subject ask for the same right', () => {
    const changing = calls.filter(({ method }) => method !== 'GET');
    for (const [name, some] of Map.groupBy(changing, ({ permission: { subject }, method }) => `${method} ${subject}`))
      expect(new Set(some.map(({ permission: { audience } }) => audience)).size, name).toBe(1);
  });

  it('a call that shares a place is told apart by an action in query and body, and asks for the same right', () => {
    const told = calls.filter(({ action }) => action !== undefined);
    expect(told.length).toBeGreaterThan(0);
    for (const { id, method, path, action, permission, status, query, body } of told) {
      const other = calls.find((call) => call.method === method && call.path === path && call.action === undefined);
      expect([other?.permission, other?.status, other?.query, other?.body], id).toEqual([permission, status, undefined, undefined]);
      expect(query?.safeParse({ action }).success, id).toBe(true);
      expect(query?.safeParse({ action: `${action}s` }).success, id).toBe(false);
      const [example] = (body?.meta()?.['examples'] ?? []) as object[];
      expect(
        [example, { ...example, action: undefined }].map((one) => body?.safeParse(one).success),
        id,
      ).toEqual([true, false]);
    }
  });

  it('each call declares every parameter of its path, and no other', () => {
    for (const { id, path, params } of calls)
      expect(Object.keys(params?.shape ?? {}).sort(), id).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
  });

  it('each call that takes a body shows a good example, except for bulk calls and the login', () => {
    for (const { id, does, body } of calls) {
      if (!body || does.by === 'bulk' || id === 'session.login') continue;
      const examples = (body.meta()?.['examples'] ?? []) as readonly unknown[];
      expect(examples.length, id).toBeGreaterThan(0);
      for (const example of examples) expect(body.safeParse(example).error, id).toBeUndefined();
    }
  });

  it('a call that only reads declares no body', () => {
    expect(calls.filter(({ method, body }) => method === 'GET' && body)).toEqual([]);
  });
});

/** What is required although it is no part of an address. */
const REQUIRED: ReadonlySet<string> = new Set([
  'computeCluster.consumers by',
  'computeCluster.servers host',
  'search.find text',
  'metrics.query query',
  ...['query', 'start', 'end', 'step'].map((name) => `metrics.range ${name}`),
]);

describe('the OpenAPI document', () => {
  it('the OpenAPI document has every call once, with its right and source', () => {
    expect(document.openapi).toBe('3.1.0');
    const told = operations.flatMap(({ operation }) => Object.entries(operation['x-actions'] ?? {}));
    const described = [...operations.map(({ operation }) => operation.operationId), ...told.map(([, { operationId }]) => operationId)];
    expect(described.sort()).toEqual(calls.map(({ id }) => id).sort());
    for (const [action, { operationId, source }] of told)
      expect(calls.find(({ id }) => id === operationId)).toMatchObject({ action, source });
    for (const { path, method, operation } of operations) {
      const call = calls.find(({ id }) => id === operation.operationId)!;
      expect([method.toUpperCase(), path]).toEqual([call.method, call.path]);
      expect(operation['x-permission']).toEqual(call.permission);
      expect(operation['x-source']).toBe(call.source);
      expect(operation.security.length > 0).toBe(call.permission.audience !== 'public');
    }
  });

  it('the OpenAPI document describes deleting a server and detaching its volume at one address, with an optional action', () => {
    const { parameters, requestBody } = document.paths['/api/v2/compute/servers/{serverId}']!['delete']!;
    expect(parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ['serverId', 'path', true],
      ['action', 'query', false],
    ]);
    expect(requestBody).toMatchObject({
      required: false,
      content: { 'application/json': { schema: { required: ['action', 'volume_id'], additionalProperties: false } } },
    });
  });

  it('the OpenAPI document resolves every reference and leaves no definition behind', () => {
    const refs = new Set(collect(document, '$ref'));
    expect(refs.size).toBeGreaterThan(5);
    for (const ref of refs) {
      const name = /^#\/components\/schemas\/(\w+)$/.exec(String(ref))?.[1];
      expect(document.components.schemas, String(ref)).toHaveProperty(name ?? '');
    }
    expect(collect(document, '$defs')).toEqual([]);
    expect(collect(document, '$schema')).toEqual([]);
  });

  it('the OpenAPI document uses patterns and types that JSON Schema knows', () => {
    for (const pattern of collect(document, 'pattern')) expect(() => new RegExp(String(pattern), 'u'), String(pattern)).not.toThrow();
    const types = new Set(
      collect(document, 'type')
        .flat()
        .filter((type) => typeof type === 'string'),
    );
    // Ways to sign in have types of their own.
    for (const scheme of ['apiKey', 'http']) types.delete(scheme);
    for (const type of types) expect(['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']).toContain(type);
  });

  it('the OpenAPI document describes parameters with a schema or as JSON, and path and search parameters as required', () => {
    for (const { path, operation } of operations) {
      const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
      expect(inPath.sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort());
      for (const parameter of operation.parameters) {
        expect(Number(parameter.schema !== undefined) + Number(parameter.content !== undefined)).toBe(1);
        expect(parameter.required).toBe(parameter.in === 'path' || REQUIRED.has(`${operation.operationId} ${parameter.name}`));
      }
    }
  });

  it('the OpenAPI document lists the good answer and every error of a call by its status', () => {
    const create = document.paths['/api/v2/compute/servers']!['post']!;
    expect(Object.keys(create.responses)).toEqual(
      expect.arrayContaining(['202', '400', '401', '403', '409', '422', '429', '500', '501', '503']),
    );
    expect(create.responses['409']!.description).toContain(ERRORS.quota_exceeded.message.split('{')[0]);
    expect(create.requestBody?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/ServerCreate' });
    expect(document.components.schemas['ServerCreate']).toMatchObject({
      additionalProperties: false,
      required: ['name', 'flavor_id'],
    });
  });
});
