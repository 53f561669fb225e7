import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import type { Answer } from '@gantry/contract/wire/call';
import { AUTH_TOKEN_HEADER, SESSION_HEADER } from '@gantry/contract/wire/headers';
import { anyDatabase } from '../support/databases.ts';
import { PASSWORD, startTestApp, USERS, type TestApp } from '../support/app.ts';
import { put } from '../support/tenants.ts';

const { login, logout, whoami, projects, enterProject, providers, meta } = nouns.session.calls;
const servers = nouns.servers.calls;

describe.each(anyDatabase)('sessions on $name', ({ name: database }) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ database });
  });
  afterAll(() => app.close());

  it('a user signs in by domain name or id, and is answered user and token [api.login-post, auth.current-user-fields]', async () => {
    const answer = await app.nobody.raw('POST', '/api/v2/login', { body: { ...USERS['acme-member'], password: PASSWORD } });
    expect(answer.status).toBe(200);
    const user = answer.json as Answer<typeof login>;
    expect(user).toMatchObject({
      name: 'acme-member',
      domain_name: 'acme',
      project_id: null,
      scoped_token: null,
      external_provider: null,
      is_superuser: false,
    });
    expect(user.token).toMatch(/^[\w-]{43}$/);
    expect(user.roles).toEqual([{ id: expect.any(String) }]);
    const again = await app.nobody.call(login, { body: { domain: user.domain_id, username: 'acme-member', password: PASSWORD } });
    expect(again.id).toBe(user.id);
    expect(again.token).not.toBe(user.token);
    const session = app.nobody.with({ [SESSION_HEADER]: user.token! });
    expect(Object.keys(await session.call(whoami)).sort()).toEqual(Object.keys(user).sort());
    const refused = await app.nobody.refused(login, { body: { ...USERS['acme-member'], password: 'wrong' } });
    expect([refused.status, refused.code]).toEqual([401, 'invalid_credentials']);
  });

  it('answers a sign-in of another shape with 400 and the fields [choice.credentials-shape]', async () => {
    const asked = { domain: 'acme', username: 'acme-member', password: PASSWORD };
    expect((await app.nobody.raw('POST', '/api/v2/login', { body: asked })).status).toBe(200);
    const reply = await app.nobody.raw('POST', '/api/v2/login', { body: { user: 'admin', password: PASSWORD } });
    expect(reply.status).toBe(400);
    expect(reply.json).toMatchObject({
      error: {
        err_code: 'validation_failed',
        fields: { domain: [expect.any(String)], username: [expect.any(String)], user: [expect.any(String)] },
      },
    });
  });

  it('the call whoami answers who is signed in [api.whoami]', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const user = await member.call(whoami);
    expect(user).toMatchObject({ name: 'acme-member', token: null, scoped_token: null, project_id: expect.any(String) });
    expect(user.roles.map(({ id }) => id)).toContain('project_user');
    const reply = await member.raw('GET', '/api/v2/accounts/whoami/');
    expect(reply.status).toBe(200);
  });

  it('signing out ends a session for good, twice without complaint [api.logout]', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    await member.call(servers.list);
    expect((await member.raw('POST', '/api/v2/logout')).status).toBe(204);
    expect((await member.raw('GET', '/api/v2/accounts/whoami/')).status).toBe(401);
    expect((await member.refused(servers.list)).code).toBe('unauthorized');
    expect((await member.reply(logout)).status).toBe(204);
    expect((await app.nobody.reply(logout)).status).toBe(204);
  });

  it('the audit says once that a session has entered a project, until it enters another one', async () => {
    const admin = await app.as('admin', 'none');
    const { data } = await admin.call(projects);
    const [one, other] = [data[0]!.id, data[1]!.id];
    const asked = [one, one, other, other, one];
    const ids = asked.map(() => randomUUID());
    for (const [index, projectId] of asked.entries())
      await admin.reply(enterProject, { params: { projectId } }, { 'x-request-id': ids[index]! });
    const rows = await app.store.audit.list({ limit: 1000 });
    const entered = ids.map((id) => rows.filter(({ requestId }) => requestId === id).map(({ call, target }) => [call, target]));
    const row = (project: string) => [['session.enterProject', project]];
    expect(entered).toEqual([row(one), [], row(other), [], row(one)]);
  });

  it('lists the projects a user may enter, each with enabled [api.account-projects]', async () => {
    const lead = await app.as('acme-lead', 'none');
    const { status, json } = await lead.raw('GET', '/api/v2/accounts/projects');
    expect(status).toBe(200);
    const { data } = json as Answer<typeof projects>;
    for (const { enabled } of data) expect(typeof enabled).toBe('boolean');
    expect(data.map(({ name, enabled, role }) => ({ name, enabled, role }))).toContainEqual({
      name: 'acme-prod',
      enabled: true,
      role: 'project_admin',
    });
    expect(data.map(({ name }) => name)).not.toContain('globex-prod');
  });

  it('a session gets a token for one project, and a foreign project is refused like an unknown one [api.project-auth]', async () => {
    const member = await app.as('acme-member', 'none');
    const own = (await member.call(projects)).data.find(({ name }) => name === 'acme-prod')!;
    const entered = await member.raw('POST', `/api/v2/accounts/projects/${own.id}/auth/`);
    expect(entered.status).toBe(200);
    const { token } = entered.json as Answer<typeof enterProject>;
    const { data } = await member.with({ 'X-Auth-Token': token }).call(servers.list, { query: { limit: 1 } });
    expect(data[0]?.project_name).toBe('acme-prod');
    const globex = await (await app.as('globex-member', 'none')).call(projects);
    const foreign = await member.refused(enterProject, { params: { projectId: globex.data[0]!.id } });
    const unknown = await member.refused(enterProject, { params: { projectId: 'no-such-project' } });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body.error.err_code).toBe(unknown.body.error.err_code);
  });

  it('a project that is disabled is not entered', async () => {
    const member = await app.as('acme-member', 'none');
    const { id } = (await member.call(projects)).data.find(({ name }) => name === 'acme-prod')!;
    const row = await app.store.read.get({ engine: 'embedded', kind: 'project', id });
    await put(app.store, { ...row!, document: { ...row!.document, enabled: false } });
    const { code } = await member.refused(enterProject, { params: { projectId: id } });
    await put(app.store, row!);
    expect(code).toBe('forbidden');
  });

  it('administrators get the token of their domain or of the system, and members get none [auth.current-user-fields]', async () => {
    const admin = await app.nobody.call(login, { body: { ...USERS.admin, password: PASSWORD } });
    expect(admin.scoped_token).toMatch(/^[\w-]{43}$/);
    const domainAdmin = await app.as('acme-admin', 'none');
    const user = await domainAdmin.call(whoami);
    const inDomain = domainAdmin.with({ [AUTH_TOKEN_HEADER]: user.scoped_token! });
    expect((await inDomain.call(nouns.domains.calls.list)).data.map(({ name }) => name)).toEqual(['acme']);
    expect((await inDomain.call(whoami)).scoped_token).toBeNull();
    expect((await (await app.as('acme-member', 'none')).call(whoami)).scoped_token).toBeNull();
  });

  it('binds a scope token to its session', async () => {
    const [member, other] = [await app.as('acme-member', 'acme-prod'), await app.as('globex-member', 'none')];
    const stolen = other.with({ [AUTH_TOKEN_HEADER]: member.headers[AUTH_TOKEN_HEADER]! });
    expect((await stolen.refused(servers.list)).status).toBe(401);
    const twin = (await app.as('acme-member', 'none')).with({ [AUTH_TOKEN_HEADER]: member.headers[AUTH_TOKEN_HEADER]! });
    expect((await twin.refused(servers.list)).status).toBe(401);
    const asSession = app.nobody.with({ [SESSION_HEADER]: member.headers[AUTH_TOKEN_HEADER]! });
    expect((await asSession.refused(whoami)).status).toBe(401);
    for (const bad of ['', 'x', 'null', '0'.repeat(43)])
      expect((await member.with({ [AUTH_TOKEN_HEADER]: bad }).refused(servers.list)).status).toBe(401);
  });

  it('the store keeps no token of a session in clear', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    expect(await app.store.sessions.get(member.sessionId)).toBeUndefined();
    expect(await app.store.sessions.getToken(member.headers[AUTH_TOKEN_HEADER]!)).toBeUndefined();
  });

  it('lists identity providers of a domain, without a session and without saying which domains exist', async () => {
    expect(await app.nobody.call(providers, { query: { domain: 'acme' } })).toEqual({ idps: [] });
    expect(await app.nobody.call(providers, { query: { domain: 'no-such-domain' } })).toEqual({ idps: [] });
  });

  it('the call meta lists methods per resource for the scope, and what an engine can do [permissions.meta-abilities]', async () => {
    const member = await (await app.as('acme-member', 'acme-prod')).call(meta);
    expect(member.data['compute_servers']).toEqual(['GET', 'POST']);
    expect(member.data['compute_server']).toEqual(expect.arrayContaining(['DELETE', 'GET', 'PATCH', 'POST']));
    expect(member.data['compute_nodes']).toBeUndefined();
    expect(member.data['domain_users']).toBeUndefined();
    expect(member.capabilities).toContain('server.create');
    const inDomain = await (await app.as('acme-admin', 'own')).call(meta);
    expect(inDomain.data['compute_servers']).toEqual(['GET']);
    expect(inDomain.data['domain_users']).toEqual(['GET', 'POST']);
    const system = await (await app.as('admin', 'own')).call(meta);
    expect(system.data['compute_nodes']).toEqual(['GET', 'PUT']);
    const unscoped = await (await app.as('acme-member', 'none')).call(meta);
    expect(unscoped.data['compute_servers']).toBeUndefined();
  });
});
