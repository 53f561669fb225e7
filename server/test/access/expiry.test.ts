import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { hashOf } from '../../src/access/tokens.ts';
import { anyDatabase } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

const { whoami } = nouns.session.calls;

const MINUTE = 60_000;

describe.each(anyDatabase)('the end of sessions on $name', ({ name: database }) => {
  let passed = 0;
  const pass = (ms: number): void => void (passed += ms);
  let app: TestApp;
  beforeAll(async () => {
    const env = { GANTRY_SAMPLE_SERVERS: '0', GANTRY_SESSION_IDLE_MINUTES: '30', GANTRY_SESSION_HOURS: '2' };
    app = await startTestApp({ database, env, sessionClock: { now: () => Date.now() + passed } });
  });
  afterAll(() => app.close());

  it('a session ends when nobody makes a request for long, and not while somebody does', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    for (let request = 0; request < 3; request += 1) {
      pass(29 * MINUTE);
      await member.call(whoami);
    }
    pass(31 * MINUTE);
    expect((await member.refused(whoami)).code).toBe('unauthorized');
  });

  it('a session ends at its time whatever is done with it, and its scope token with it', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const record = await app.store.sessions.getToken(hashOf(member.headers[AUTH_TOKEN_HEADER]!));
    const session = await app.store.sessions.get(hashOf(member.headers[SESSION_HEADER]!));
    expect(record!.expiresAt).toBe(session!.expiresAt);
    for (let minute = 0; minute < 110; minute += 10) {
      await member.call(whoami);
      pass(10 * MINUTE);
    }
    await member.call(whoami);
    pass(11 * MINUTE);
    expect((await member.refused(whoami)).code).toBe('unauthorized');
    expect((await member.unscoped().refused(whoami)).code).toBe('unauthorized');
  });

  it('a session writes down its last use once a minute, not with every single request', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const seen = async () => (await app.store.sessions.get(hashOf(member.sessionId)))!.lastSeenAt;
    const first = await seen();
    await member.call(whoami);
    expect(await seen()).toBe(first);
    pass(MINUTE);
    await member.call(whoami);
    expect(Date.parse(await seen())).toBeGreaterThanOrEqual(Date.parse(first) + MINUTE);
  });
});

describe.each(anyDatabase)('rights taken away on $name', ({ name: database }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' }, session: { verify: 50 } });
  });
  afterAll(() => app.close());

  /** Changes a user as an administrator of the platform would. */
  async function change(name: string, members: Record<string, unknown>): Promise<() => Promise<void>> {
    const admin = { scope: { type: 'system' }, userId: '', domainId: 'default' } as const;
    const kind = nouns.users.kinds[0]!;
    const { rows } = await app.store.read.list({
      kind,
      visibility: admin,
      filters: { name: { operator: 'is', values: [name] } },
      sort: { key: 'name', descending: false },
      limit: 1,
    });
    const { engine, id, domainId, projectId, userId, document } = rows[0]!;
    const put = (next: Record<string, unknown>) =>
      app.store.transaction((writer) => writer.put({ engine, kind: 'user', id, domainId, projectId, userId, document: next }));
    await put({ ...document, ...members });
    await sleep(100);
    return async () => {
      await put({ ...document });
      await sleep(100);
    };
  }

  it('a user without projects loses the scope token and keeps the session', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    await member.call(nouns.servers.calls.list);
    const restore = await change('acme-member', { assigned_projects: [] });
    expect((await member.refused(nouns.servers.calls.list)).code).toBe('unauthorized');
    expect((await member.unscoped().call(nouns.session.calls.projects)).data).toEqual([]);
    await restore();
    await member.call(nouns.servers.calls.list);
  });

  it('a disabled user is shut out of every call and told so', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const restore = await change('acme-member', { enabled: false });
    for (const client of [member, member.unscoped()]) expect((await client.refused(whoami)).code).toBe('user_disabled');
    expect((await member.refused(nouns.servers.calls.list)).code).toBe('user_disabled');
    await expect(app.as('acme-member', 'none')).rejects.toMatchObject({ status: 403, code: 'user_disabled' });
    await restore();
  });
});
