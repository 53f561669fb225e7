import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { jsonSchema } from '@gantry/contract/openapi';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { filterKeys } from '@gantry/contract/wire/kind';
import { databases } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { spoiled, valueOf, type Pools } from './arbitrary.ts';

/** Requests for each database. A longer run: `FUZZ_REQUESTS=100000 npx vitest run server/test/http/fuzz.test.ts`. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
const SEED = process.env['FUZZ_SEED'] === undefined ? {} : { seed: Number(process.env['FUZZ_SEED']) };

const isErrorBody = (json: unknown): boolean => {
  const { error } = (json ?? {}) as { error?: { err_code?: unknown; message?: unknown } };
  return typeof error?.err_code === 'string' && typeof error.message === 'string';
};

interface Shot {
  role: number;
  call: Call;
  path: string;
  query: string;
  body: string | undefined;
  headers: Record<string, string>;
}

describe.each(databases)('any request on $name', ({ name: database }) => {
  let app: TestApp;
  let roles: Client[];
  const known = new Map<string, readonly string[]>();
  beforeAll(async () => {
    app = await startTestApp({
      database,
      env: { GANTRY_SAMPLE_SERVERS: '12' },
      throttle: { window: 1000, perUser: 10, perAddress: 10, atOnce: 10, delay: 1 },
    });
    roles = await Promise.all([
      app.as('acme-lead', 'acme-prod'),
      app.as('acme-member', 'acme-prod'),
      app.as('globex-member', 'globex-prod'),
      app.as('acme-admin', 'own'),
      app.as('admin', 'own'),
      app.as('admin', 'admin'),
      app.as('acme-member', 'none'),
    ]);
    const [lead, , , , system] = roles as [Client, Client, Client, Client, Client];
    const ids = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);
    const servers = ids(await lead.call(nouns.servers.calls.list, { query: { limit: 6 } }));
    known.set('serverId', servers).set('ids', servers);
    for (const [name, call] of [
      ['flavor', nouns.flavors.calls.list],
      ['image', nouns.images.calls.list],
      ['network', nouns.networks.calls.list],
      ['volume', nouns.volumes.calls.list],
    ] as const) {
      const found = ids(await lead.call(call));
      known.set(`${name}Id`, found).set(`${name}_id`, found).set(`${name}_ids`, found);
    }
    known.set('nodeId', ids(await system.call(nouns.nodes.calls.list)));
    known.set('domainId', ids(await system.call(nouns.domains.calls.list)));
    known.set('projectId', ids(await lead.call(nouns.session.calls.projects)));
  });
  afterAll(() => app.close());

  const pools: Pools = { idsFor: (member) => known.get(member) ?? [] };

  /** Filters and sorts that mean something, beside what the schema alone would give. */
  function queryOf(call: Call): fc.Arbitrary<Record<string, unknown>> {
    if (!call.query)
      return fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.dictionary(fc.string(), fc.string(), { maxKeys: 2 }) },
      );
    const schemas = {};
    const schema = jsonSchema(call.query, 'input', schemas);
    const { does } = call;
    const filters = does.by === 'list' ? filterKeys(does.kind) : [];
    const filter = fc
      .tuple(fc.constantFrom('', 'contains:', 'in:', 'any:'), fc.string({ unit: 'binary', maxLength: 12 }))
      .map(([operator, text]) => operator + text);
    const properties = { ...(schema['properties'] as Record<string, Record<string, unknown>>) };
    for (const key of filters) delete properties[key];
    const base = valueOf({ ...schema, properties, required: [] }, '', schemas, pools);
    const extra = filters.length > 0 ? fc.dictionary(fc.constantFrom(...filters), filter, { maxKeys: 2 }) : fc.constant({});
    return fc.tuple(spoiled(base), extra, fc.boolean()).map(([own, more, keepMarker]) => {
      const { marker, ...rest } = (typeof own === 'object' && own !== null ? own : { odd: own }) as Record<string, unknown>;
      return { ...rest, ...more, ...(keepMarker && marker !== undefined && { marker }) };
    });
  }

  function shotOf(call: Call): fc.Arbitrary<Shot> {
    const schemas = {};
    const params = call.params ? spoiled(valueOf(jsonSchema(call.params, 'input', schemas), '', schemas, pools)) : fc.constant({});
    const good = call.body
      ? spoiled(valueOf(jsonSchema(call.body, 'input', schemas), '', schemas, pools)).map((value) => JSON.stringify(value))
      : fc.constant(undefined);
    const body = fc.oneof(
      { weight: 15, arbitrary: good },
      { weight: 1, arbitrary: fc.oneof(fc.string(), fc.json(), fc.constant(undefined)) },
    );
    const headers = fc.oneof(
      { weight: 15, arbitrary: fc.constant({}) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          { 'content-type': 'text/plain' },
          { 'content-type': ';;' },
          { [AUTH_TOKEN_HEADER]: 'x' },
          { [SESSION_HEADER]: '' },
          { 'idempotency-key': 'k' },
          { 'x-request-id': '{}' },
          { accept: 'text/html' },
        ),
      },
    );
    return fc.record({ role: fc.nat(), params, query: queryOf(call), body, headers }).map((shot) => ({
      role: shot.role,
      call,
      path: call.path.replace(/\{(\w+)\}/g, (_, name: string) => {
        const value: unknown = (shot.params as Record<string, unknown> | null)?.[name];
        return encodeURIComponent(String(typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)));
      }),
      query: new URLSearchParams(
        Object.entries(shot.query).map(([key, value]): [string, string] => [
          key,
          typeof value === 'string' ? value : String(JSON.stringify(value)),
        ]),
      ).toString(),
      body: call.method === 'GET' ? undefined : shot.body,
      headers: shot.headers,
    }));
  }

  /** Signing out would end the role's session for the rest of the run. */
  const aimed = calls.filter(({ id }) => id !== 'session.logout');

  it('is answered without a defect', { timeout: 60_000 + REQUESTS * 60 }, async () => {
    const statuses = new Map<number, number>();
    const property = fc.asyncProperty(fc.oneof(...aimed.map(shotOf)), async ({ role, call, path, query, body, headers }) => {
      const client = roles[role % roles.length]!;
      const json = body === undefined ? {} : { 'content-type': 'application/json' };
      const reply = await client.raw(call.method, `${path}${query && `?${query}`}`, { text: body, headers: { ...json, ...headers } });
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      expect(reply.status < 500 || reply.status === 501 || reply.status === 503, reply.text).toBe(true);
      expect(reply.text).not.toMatch(/\n\s+at |node:internal|\.ts:\d+|sqlite|postgres|select .* from/i);
      expect(reply.status < 400 || isErrorBody(reply.json), reply.text).toBe(true);
    });
    await fc.assert(property, { numRuns: REQUESTS, endOnFailure: false, ...SEED });
    const total = [...statuses.values()].reduce((sum, count) => sum + count, 0);
    const accepted = [...statuses].reduce((sum, [status, count]) => sum + (status < 400 ? count : 0), 0);
    const table = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    console.log(`fuzz on ${database}: ${total} requests, ${Math.round((100 * accepted) / total)} % accepted (${table.join(', ')})`);
    expect(accepted / total).toBeGreaterThan(0.25);
    for (const client of roles) expect((await client.reply(nouns.session.calls.whoami)).status).toBe(200);
  });
});
