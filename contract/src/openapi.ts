/** The OpenAPI 3.1 description of the API, made from the calls. */
import { z } from 'zod';
import type { Permission } from './access/roles.ts';
import { sharedPlaces } from './wire/actions.ts';
import { bodyBytesOf, capabilityOf, type Call } from './wire/call.ts';
import { ERRORS, type ErrorCode } from './wire/errors.ts';
import { PATTERNS } from './wire/patterns.ts';
import { AUTH_TOKEN_HEADER, IDEMPOTENCY_HEADER, REQUEST_ID_HEADER, SESSION_HEADER } from './wire/headers.ts';

type Json = Record<string, unknown>;
type Schemas = Record<string, unknown>;

/** Errors any call may answer beside its own. */
const EVERY: readonly ErrorCode[] = [
  'validation_failed',
  'malformed_request',
  'too_many_requests',
  'internal',
  'database_unavailable',
  'engine_unavailable',
];
const SIGNED_IN: readonly ErrorCode[] = ['unauthorized', 'user_disabled'];
const RIGHTS: readonly ErrorCode[] = ['forbidden', 'project_scope_required'];

/** Codes a call can answer with, in the order of the catalogue. */
export function errorCodesOf(call: Call): ErrorCode[] {
  const { permission, method, does, params, body, idempotent, errors = [] } = call;
  const codes = new Set<ErrorCode>([...EVERY, ...errors]);
  const add = (...more: readonly ErrorCode[]): void => more.forEach((code) => codes.add(code));
  if (permission.audience !== 'public') add(...SIGNED_IN);
  if (permission.audience !== 'public' && permission.audience !== 'session') add(...RIGHTS);
  // What changes the account itself takes a session, and no personal token.
  if (permission.audience === 'session' && method !== 'GET') add('forbidden');
  if (params) add('not_found');
  // What a project has counts for its domain, too.
  if (permission.audience === 'tenant' && codes.has('quota_exceeded')) add('domain_quota_exceeded');
  if (body) add('unsupported_media_type', 'payload_too_large');
  if (idempotent) add('idempotency_mismatch');
  if (capabilityOf(does) !== undefined) add('not_supported', 'engine_refused', 'reauth_required');
  if (does.by === 'list' && does.kind.figures) add('not_supported', 'too_many_to_sort');
  if ('rule' in does && does.by !== 'bulk') add('state_conflict');
  if (method === 'DELETE' && does.by === 'command' && does.kind.blockedBy) add('state_conflict');
  return (Object.keys(ERRORS) as ErrorCode[]).filter((code) => codes.has(code));
}

const AUDIENCE_TEXT: Readonly<Record<Permission['audience'], string>> = {
  public: 'Everyone, without a session.',
  session: 'Everyone who is signed in.',
  tenant: 'Everyone in a project; a domain administrator reads the whole domain; system administrators.',
  project_lead: 'Leads of a project, domain and system administrators.',
  domain_lead: 'Domain administrators inside their domain, and system administrators.',
  system: 'System administrators.',
};

/** Who a permission is for, as a sentence. */
export const audienceText = ({ audience, controls }: Permission): string =>
  controls ? `${AUDIENCE_TEXT[audience]} Not for those who may only read.` : AUDIENCE_TEXT[audience];

/** JSON Schema of a zod schema; named parts are moved to `schemas` and referred to. */
export function jsonSchema(schema: z.ZodType, io: 'input' | 'output', schemas: Schemas): Json {
  const made = z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json;
  const { $schema: _schema, $defs, ...own } = made;
  for (const [name, part] of Object.entries(($defs ?? {}) as Schemas)) schemas[name] ??= moved(part);
  return moved(own) as Json;
}

/** The same with references into `$defs` pointing to the components. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) =>
      key === '$ref' && typeof member === 'string' ? [key, member.replace('#/$defs/', '#/components/schemas/')] : [key, moved(member)],
    ),
  );
}

/** Objects and arrays travel in a query as JSON text (decision B1). */
const isJsonValue = (schema: Json): boolean => schema['type'] === 'object' || schema['type'] === 'array';

function parametersOf(call: Call, schemas: Schemas): Json[] {
  const of = (place: 'path' | 'query', shape: z.ZodObject | undefined): Json[] =>
    Object.entries((shape?.shape ?? {}) as Record<string, z.ZodType>).map(([name, field]) => {
      const schema = jsonSchema(field, 'input', schemas);
      const value = isJsonValue(schema) ? { content: { 'application/json': { schema } } } : { schema };
      return { name, in: place, required: place === 'path' || !field.safeParse(undefined).success, ...value };
    });
  const idempotency = { name: IDEMPOTENCY_HEADER, in: 'header', required: false, schema: { type: 'string', maxLength: 255 } };
  return [...of('path', call.params), ...of('query', call.query), ...(call.idempotent ? [idempotency] : [])];
}

function responsesOf(call: Call, codes: readonly ErrorCode[], schemas: Schemas): Json {
  const status = call.status ?? 200;
  const content = { 'application/json': { schema: jsonSchema(call.answer, 'output', schemas) } };
  const good = { description: call.summary, ...(status !== 204 && { content }) };
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const bad = [...byStatus].map(([code, codes]) => [
    String(code),
    {
      description: codes.map((name) => `\`${name}\`: ${ERRORS[name].message}`).join('\n'),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]);
  return { [status]: good, ...(Object.fromEntries(bad) as Json) };
}

const errorSchema: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['err_code', 'message'],
      properties: {
        err_code: { type: 'string', enum: Object.keys(ERRORS) },
        message: { type: 'string' },
        fields: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        data: { type: 'object' },
      },
    },
  },
};

/** What the calls at one place say together: the first, and those that are distinguished from it by their action. */
function operationOf([call, ...actions]: readonly Call[], schemas: Schemas): Json {
  if (!call) throw new TypeError('no call at this place');
  const { permission } = call;
  const all = [call, ...actions];
  const bodies = all.flatMap(({ body }) => (body ? [jsonSchema(body, 'input', schemas)] : []));
  const [schema] = bodies.length > 1 ? [{ anyOf: bodies }] : bodies;
  const codes = new Set(all.flatMap(errorCodesOf));
  const parameters = all.flatMap((one) => parametersOf(one, schemas));
  const [noun = call.id] = call.id.split('.');
  const needsSession = permission.audience !== 'public';
  const needsScope = needsSession && permission.audience !== 'session';
  const takesToken = needsScope || call.method === 'GET';
  return {
    operationId: call.id,
    tags: [noun],
    summary: call.summary,
    description: `${audienceText(permission)} Source: ${call.source}.`,
    parameters: [
      ...new Map(parameters.map((parameter) => [`${String(parameter['in'])} ${String(parameter['name'])}`, parameter])).values(),
    ],
    ...(schema && {
      requestBody: {
        description: `At most ${bodyBytesOf(all)} bytes.`,
        required: all.every(needsBody),
        content: { 'application/json': { schema } },
        'x-max-bytes': bodyBytesOf(all),
      },
    }),
    responses: responsesOf(call, [...codes], schemas),
    security: needsSession ? [{ session: [], ...(needsScope && { scope: [] }) }, ...(takesToken ? [{ token: [] }] : [])] : [],
    'x-permission': permission,
    'x-source': call.source,
    ...(actions.length > 0 && {
      'x-actions': Object.fromEntries(
        actions.map(({ action = '', id, summary, source }) => [action, { operationId: id, summary, source }]),
      ),
    }),
  };
}

const needsBody = ({ body }: Call): boolean => body !== undefined && !body.safeParse(undefined).success;

/** The whole document. Paths are those below `/` or below the prefix of the installation. */
export function openapi(calls: readonly Call[], version: string): Json {
  const schemas: Schemas = { Error: errorSchema };
  const paths: Record<string, Json> = {};
  for (const place of sharedPlaces(calls)) {
    const { path, method } = place[0]!;
    (paths[path] ??= {})[method.toLowerCase()] = operationOf(place, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gantry',
      version,
      description: `Every answer carries \`${REQUEST_ID_HEADER}\`. Calls answered 202 go on as a task.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }, { url: '/api/agent_direct/{id}/lca', variables: { id: { default: 'id' } } }],
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    paths,
    /** What the text fields' `x-pattern` names. */
    'x-patterns': Object.fromEntries(
      Object.entries(PATTERNS).map(([name, { says, source, good, bad }]) => [name, { says, source, good, bad }]),
    ),
    components: {
      schemas,
      securitySchemes: {
        session: { type: 'apiKey', in: 'header', name: SESSION_HEADER },
        scope: { type: 'apiKey', in: 'header', name: AUTH_TOKEN_HEADER },
        token: { type: 'http', scheme: 'bearer' },
      },
    },
  };
}
