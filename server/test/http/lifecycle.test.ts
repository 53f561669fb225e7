import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { pino } from 'pino';
import { io } from 'socket.io-client';
import { nouns } from '@gantry/contract';
import type { Call } from '@gantry/contract/wire/call';
import { GantryError } from '@gantry/contract/wire/errors';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { authorised, type CallRequest } from '../../src/calls/call-request.ts';
import { live } from '../../src/calls/live.ts';
import type { CallOptions, LiveRead } from '../../src/calls/port.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const { log: logCall } = nouns.servers.calls;

/** Replaces the console log of the embedded platform. */
function replaceLog(app: TestApp, read: LiveRead): void {
  Object.assign(app.app.engines[0]!.live, { 'server.log': read });
}

describe('an orderly stop', () => {
  it('an orderly stop lets requests under way finish, and then nothing listens', async () => {
    const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1' } });
    const lead = await app.as('acme-lead', 'acme-prod');
    const [server] = (await lead.call(nouns.servers.calls.list)).data;
    const asked = Promise.withResolvers<void>();
    replaceLog(app, async () => {
      asked.resolve();
      await sleep(300);
      return { log: 'slow', cut: false };
    });
    const reply = lead.call(logCall, { params: { serverId: server!.id } });
    await asked.promise;
    await Promise.all([app.close(), expect(reply).resolves.toEqual({ log: 'slow', cut: false })]);
    await expect(lead.reply(nouns.session.calls.whoami)).rejects.toThrow('fetch failed');
  });
});

describe('a live read', () => {
  it('a live read is told when its client goes away', async () => {
    const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1' } });
    const lead = await app.as('acme-lead', 'acme-prod');
    const [server] = (await lead.call(nouns.servers.calls.list)).data;
    const [asked, told] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
    replaceLog(app, ({ signal }) => {
      asked.resolve();
      return new Promise(() => signal.addEventListener('abort', () => told.resolve(String(signal.reason))));
    });
    const client = new AbortController();
    const request = fetch(`${app.url}${logCall.path.replace('{serverId}', server!.id)}`, { headers: lead.headers, signal: client.signal });
    await asked.promise;
    client.abort();
    await expect(request).rejects.toThrow('aborted');
    expect(await told.promise).toContain('the client has gone');
    await app.close();
  });

  it('a live read names the service that is silent to its caller, and tells why only the log', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1' }, log });
    const lead = await app.as('acme-lead', 'acme-prod');
    const [server] = (await lead.call(nouns.servers.calls.list)).data;
    const why = 'compute: connect ECONNREFUSED 10.0.0.1:8774';
    replaceLog(app, () => Promise.reject(new GantryError('engine_unavailable', { params: { service: 'compute' }, detail: why })));
    const { status, body } = await lead.refused(logCall, { params: { serverId: server!.id } });
    expect(status).toBe(503);
    expect(body.error).toEqual({
      err_code: 'engine_unavailable',
      message: 'Part of the cloud does not respond: compute. Try again later.',
      data: { params: { service: 'compute' }, request_id: expect.any(String) },
    });
    await app.close();
    expect(lines.join('')).toContain(why);
  });

  it('a live read ends as engine_unavailable when its time is over', async () => {
    const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '1' } });
    const lead = await app.as('acme-lead', 'acme-prod');
    const [server] = (await lead.call(nouns.servers.calls.list)).data;
    const owner = { projectId: server!.project_id, domainId: server!.domain_id };
    let aborted = false;
    const read: LiveRead = ({ signal }) => new Promise(() => signal.addEventListener('abort', () => (aborted = true)));
    const platform: CallOptions['platform'] = {
      engineFor: () => 'embedded',
      metrics: undefined,
      metricsRange: undefined,
      pastFigures: () => undefined,
      offers: () => true,
      can: () => true,
      live: () => read,
      figures: () => undefined,
      stream: () => undefined,
      freshness: () => undefined,
      engines: () => [],
    };
    const caller = {
      sessionHash: '',
      principal: {
        userId: 'u',
        userName: 'u',
        domainId: owner.domainId,
        domainName: '',
        roles: [],
        isSuperuser: false,
        permissions: [],
        externalProvider: null,
        credential: null,
        expiresAt: null,
      },
      scope: { type: 'project', ...owner },
      role: 'project_user',
      readOnly: false,
      permissions: [],
      scopeTokenHash: null,
      credential: null,
      endsAt: Infinity,
    } as const;
    const call: Call = logCall;
    const signal = new AbortController().signal;
    const asked: CallRequest = {
      call,
      caller,
      visibility: { scope: caller.scope, userId: caller.principal.userId, domainId: owner.domainId },
      params: { serverId: server!.id },
      query: {},
      body: undefined,
      requestId: 'r',
      address: '',
      sessionId: undefined,
      authToken: undefined,
      idempotencyKey: undefined,
      signal,
      identified: () => undefined,
      sought: () => undefined,
      locked: () => undefined,
      late: () => undefined,
      begun: () => undefined,
      named: () => undefined,
      unchanged: () => undefined,
    };
    const does = { by: 'live', live: 'server.log', kind: nouns.servers.kinds[0]!, id: 'serverId' } as const;
    const log = pino({ level: 'silent' });
    await expect(live(authorised(asked), does, { store: app.store, platform, log }, 30)).rejects.toMatchObject({
      code: 'engine_unavailable',
    });
    expect(aborted).toBe(true);
    await app.close();
  });
});

describe('the socket', () => {
  it('the socket is served on both ports and below the prefix', async () => {
    const app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0' } });
    const member = await app.as('acme-member', 'acme-prod');
    for (const url of [app.app.selfServiceUrl, app.app.adminUrl])
      for (const path of ['/ws', '/api/agent_direct/a/lca/ws']) {
        const { [SESSION_HEADER]: session = '', [AUTH_TOKEN_HEADER]: token = '' } = member.headers;
        const socket = io(url, { path, transports: ['polling'], extraHeaders: { [SESSION_HEADER]: session, [AUTH_TOKEN_HEADER]: token } });
        const answer: unknown = await socket.timeout(60_000).emitWithAck('login', { all_tenants: false });
        expect(answer, url + path).toMatchObject({ code: 200 });
        socket.disconnect();
      }
    await app.close();
  });
});
