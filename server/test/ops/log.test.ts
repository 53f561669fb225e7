import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import type { Command, CommandContext } from '../../src/port/engine.ts';
import { createLogger } from '../../src/ops/logger.ts';
import { hashOf } from '../../src/access/tokens.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from '../support/client.ts';
import { databases, testDatabaseUrl } from '../support/databases.ts';
import { startServer } from '../support/process.ts';
import { connect, listen } from '../../../fakes/socket.ts';

const servers = nouns.servers.calls;

/** The log of a server in this process. */
class Lines {
  readonly lines: Record<string, unknown>[] = [];
  write(text: string): void {
    this.lines.push(JSON.parse(text) as Record<string, unknown>);
  }
  of(requestId: string): Record<string, unknown>[] {
    return this.lines.filter((line) => line['requestId'] === requestId);
  }
}

describe('one id', () => {
  const lines = new Lines();
  let app: TestApp;
  let lead: Client;
  beforeAll(async () => {
    app = await startTestApp({ database: 'sqlite', log: createLogger('debug', lines), env: { GANTRY_SAMPLE_SERVERS: '2' } });
    lead = await app.as('acme-lead', 'acme-prod');
  });
  afterAll(() => app.close());

  it.each(['given by the client', 'made by the server'])(
    'a request id %s leads from the request over engine, task, log and audit',
    async (origin) => {
      const [engine] = app.app.engines;
      const commands = engine!.commands as Record<string, Command<never>>;
      const real = commands['server.update']!;
      const seen: CommandContext[] = [];
      commands['server.update'] = {
        ...real,
        accept: (context, target, body) => {
          seen.push(context);
          context.log.info('the engine speaks');
          return real.accept(context, target, body);
        },
      };
      const given = origin === 'given by the client' ? randomUUID() : undefined;
      const [server] = (await lead.call(servers.list)).data;
      const input = { params: { serverId: server!.id }, body: { name: `named ${origin}`.slice(0, 30) } };
      const reply = await lead.reply(servers.update, input, given === undefined ? {} : { 'x-request-id': given });
      commands['server.update'] = real;
      const requestId = reply.headers.get('x-request-id')!;
      expect(requestId).toMatch(/^[\da-f-]{36}$/);
      if (given !== undefined) expect(requestId).toBe(given);
      const { task_id: taskId } = reply.json as { task_id: string };
      expect(seen.map((context) => [context.requestId, context.taskId])).toEqual([[requestId, taskId]]);
      await app.ended(lead, taskId);
      const who = await lead.call(nouns.session.calls.whoami);
      await expect
        .poll(() => lines.of(requestId).map(({ msg }) => msg))
        .toEqual(expect.arrayContaining(['request', 'task ended', 'the engine speaks']));
      for (const line of lines.of(requestId)) expect(line['taskId']).toBe(taskId);
      expect(lines.of(requestId).find(({ msg }) => msg === 'request')).toMatchObject({
        level: 'info',
        call: 'servers.update',
        method: servers.update.method,
        status: 202,
        ms: expect.any(Number),
        userId: who.id,
        scope: `project:${who.project_id}`,
        address: '127.0.0.1',
        time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(lines.of(requestId).find(({ msg }) => msg === 'task ended')).toMatchObject({ command: 'server.update', state: 'success' });
      const audit = (await app.store.audit.list({ limit: 100 })).filter((entry) => entry.requestId === requestId);
      expect(audit.map(({ call, status }) => [call, status])).toEqual([['servers.update', 202]]);
    },
  );

  it('the request id of a refusal is in its body, in the log with the error code, and in the audit', async () => {
    const refused = await lead.refused(servers.read, { params: { serverId: 'nowhere' } });
    const requestId = refused.body.error.data?.request_id;
    await expect.poll(() => lines.of(requestId!).length).toBe(1);
    expect(lines.of(requestId!)[0]).toMatchObject({
      level: 'info',
      msg: 'request refused',
      call: 'servers.read',
      status: 404,
      code: 'not_found',
    });
    expect((await app.store.audit.list({ limit: 20 })).filter((entry) => entry.requestId === requestId)).toHaveLength(1);
  });

  it.each(['x', 'my-id.1', `${'a'.repeat(120)}${randomUUID()}`, `${randomUUID()} x`, '{"a":1}', `${randomUUID()}\tforged`])(
    'the server makes a new request id where a client brings %j',
    async (given) => {
      const { headers } = await app.nobody.raw('GET', '/config.json', { headers: { 'x-request-id': given } });
      expect(headers.get('x-request-id')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(headers.get('x-request-id')).not.toBe(given);
    },
  );

  it('a request is logged at a fitting level: reads quietly, and a client that left as 499', async () => {
    const idOf = async (path: string, client: Client): Promise<string> => (await client.raw('GET', path)).headers.get('x-request-id')!;
    const levelOf = async (requestId: string): Promise<unknown> => {
      await expect.poll(() => lines.of(requestId).length).toBe(1);
      return lines.of(requestId)[0]!['level'];
    };
    expect(await levelOf(await idOf(servers.list.path, lead))).toBe('debug');
    expect(await levelOf(await idOf(servers.list.path, app.nobody))).toBe('debug');
    expect(await levelOf(await idOf('/no/such/page', app.nobody))).toBe('debug');
    expect(await levelOf(await idOf(nouns.nodes.calls.list.path, lead))).toBe('info');
    const [server] = (await lead.call(servers.list)).data;
    const asked = Promise.withResolvers<void>();
    const live = app.app.engines[0]!.live as Record<string, unknown>;
    const real = live['server.log'];
    live['server.log'] = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    const requestId = randomUUID();
    const leaving = new AbortController();
    const path = servers.log.path.replace('{serverId}', server!.id);
    const request = fetch(app.url + path, { headers: { ...lead.headers, 'x-request-id': requestId }, signal: leaving.signal });
    await asked.promise;
    leaving.abort();
    await expect(request).rejects.toThrow('aborted');
    live['server.log'] = real;
    await expect.poll(() => lines.of(requestId).map(({ status }) => status)).toEqual([499]);
  });
});

describe('the log of a server at its most talkative', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gantry-log-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Everything secret this run knows, by name. */
  const canary = (name: string): string => `canary-${name}-${randomBytes(9).toString('hex')}`;

  it.each(databases)(
    'the most talkative log is JSON line by line, and holds no password, token, session id or key: $name',
    async ({ name: database }) => {
      const password = canary('password');
      const secrets: Record<string, string> = {
        password,
        wrongPassword: canary('wrong-password'),
        strangeSession: randomBytes(32).toString('base64url'),
        strangeToken: randomBytes(32).toString('base64url'),
        metricsToken: canary('metrics'),
        wrongMetricsToken: canary('wrong-metrics'),
        malformed: canary('malformed'),
        inQuery: canary('query'),
        unknownField: canary('field'),
        cookie: canary('cookie'),
        databasePassword: canary('database'),
      };
      const url = await testDatabaseUrl(database);
      const databaseUrl = url?.replace('postgres://postgres@', `postgres://postgres:${secrets['databasePassword']}@`);
      if (database === 'postgres') expect(databaseUrl).toContain(secrets['databasePassword']);
      const data = join(folder, database);
      const server = await startServer({
        data,
        databaseUrl,
        env: {
          GANTRY_LOG_LEVEL: 'trace',
          GANTRY_ADMIN_PASSWORD: password,
          GANTRY_SAMPLE_PASSWORD: password,
          GANTRY_METRICS_TOKEN: secrets['metricsToken']!,
        },
      });
      secrets['secretKey'] = readFileSync(join(data, 'secret.key'), 'utf8').trim();
      const nobody = new Client(server.selfService, { cookie: `session=${secrets['cookie']}` });
      const { login, projects, enterProject } = nouns.session.calls;
      const who = { domain: 'acme', username: 'acme-lead' };
      const user = await nobody.call(login, { body: { ...who, password } });
      secrets['session'] = user.token!;
      const session = nobody.with({ [SESSION_HEADER]: user.token! });
      const project = (await session.call(projects)).data.find(({ name }) => name === 'acme-prod')!;
      secrets['token'] = (await session.call(enterProject, { params: { projectId: project.id } })).token;
      for (const name of ['session', 'token']) secrets[`${name}Hash`] = hashOf(secrets[name]!);
      const lead = session.with({ [AUTH_TOKEN_HEADER]: secrets['token'] });

      await nobody.refused(login, { body: { ...who, password: secrets['wrongPassword']! } });
      await nobody.raw('POST', login.path, {
        text: `{"password":"${secrets['malformed']}`,
        headers: { 'content-type': 'application/json' },
      });
      await nobody.reply(login, { body: { ...who, password, more: secrets['unknownField'] } as never });
      await lead.raw('GET', `${servers.list.path}?token=${secrets['inQuery']}`);
      await nobody.raw('GET', `/api/nowhere?token=${secrets['inQuery']}`);
      await nobody
        .with({ [SESSION_HEADER]: secrets['strangeSession']!, [AUTH_TOKEN_HEADER]: secrets['strangeToken']! })
        .reply(servers.list);
      await lead.with({ [AUTH_TOKEN_HEADER]: secrets['strangeToken']! }).reply(servers.list);
      const operator = new Client(server.administration);
      for (const token of ['metricsToken', 'wrongMetricsToken'])
        await operator.raw('GET', '/metrics', { headers: { authorization: `Bearer ${secrets[token]}` } });
      const [first] = (await lead.call(servers.list)).data;
      await lead.call(servers.stop, { params: { serverId: first!.id } });
      await lead.reply(servers.stop, { params: { serverId: first!.id } });
      const socket = await listen(server.selfService, lead);
      socket.close();
      const stranger = await connect(server.selfService, nobody.with({ [SESSION_HEADER]: secrets['strangeSession']! }));
      expect((await stranger.login()).code).toBe(401);
      await lead.call(nouns.session.calls.logout);
      expect(await server.stop()).toBe(0);

      const said = server.err();
      const log = said
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Record<string, unknown>);
      for (const line of log)
        expect(line).toMatchObject({ level: expect.stringMatching(/^[a-z]+$/), time: expect.any(String), msg: expect.any(String) });
      const calls = new Set(log.map(({ call }) => call));
      for (const call of ['session.login', 'session.logout', 'servers.list', 'servers.stop', 'operations', 'unknown'])
        expect(calls, call).toContain(call);
      const found = Object.entries(secrets).filter(([, secret]) => said.includes(secret) || server.out().includes(secret));
      expect(found.map(([name]) => name)).toEqual([]);
    },
  );
});
