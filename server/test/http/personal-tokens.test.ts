import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { SESSION_HEADER } from '@gantry/contract/wire/headers';
import { hashOf } from '../../src/access/tokens.ts';
import { anyDatabase } from '../support/databases.ts';
import { PASSWORD, PUBLIC_KEY, startTestApp, type TestApp, type UserName } from '../support/app.ts';
import type { Client } from '../support/client.ts';
import { connect } from '../../../fakes/socket.ts';

const { whoami, meta, projects, tokens, createToken, deleteToken, sessions, endOthers, changePassword, enterProject } = nouns.session.calls;
const { list: servers } = nouns.servers.calls;
const keyPairs = nouns.keyPairs.calls;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const WISH = { name: 'nightly backup', access: 'full', expires_in_days: 30 } as const;

describe.each(anyDatabase)('personal tokens on $name', ({ name: database }) => {
  let app: TestApp;
  let now = Date.now();
  /** Past the second for which an answer about a right is believed. */
  const pass = (milliseconds = 2_000): void => void (now += milliseconds);
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '2' }, sessionClock: { now: () => now } });
  });
  afterAll(() => app.close());

  const bearing = (token: string): Client => app.nobody.with({ authorization: `Bearer ${token}` });
  const inProject = (name: UserName): Promise<Client> => app.as(name, 'acme-prod');
  async function make(
    owner: Client,
    wish: { name?: string; expires_in_days?: number; access?: 'read' | 'full'; project_id?: string } = {},
  ) {
    const made = await owner.call(createToken, { body: { ...WISH, ...wish } });
    return { ...made, client: bearing(made.token) };
  }
  const statusOf = async (client: Client): Promise<number> => (await client.reply(servers)).status;
  const newKey = (client: Client, name: string) => client.reply(keyPairs.create, { body: { name, public_key: PUBLIC_KEY } });
  const clear = async (owner: Client): Promise<void> => {
    for (const { id } of (await owner.call(tokens)).data) await owner.call(deleteToken, { params: { tokenId: id } });
  };

  it('personal tokens are handed out once, kept as a hash, and do what their user may in the scope of their making', async () => {
    const member = await inProject('acme-member');
    const { token, client, ...made } = await make(member);
    expect(token).toMatch(/^gtp_[\w-]{43}$/);
    const { data } = await member.call(tokens);
    expect(data).toEqual([made]);
    expect(made).toMatchObject({ name: 'nightly backup', access: 'full', scope: 'project', project_name: 'acme-prod', last_used_at: null });
    expect(made.last_four).toBe(token.slice(-4));
    expect(Date.parse(made.expires_at) - Date.parse(made.created_at)).toBe(30 * DAY);
    expect(JSON.stringify(data)).not.toContain(token.slice(4, 40));
    expect(JSON.stringify(data)).not.toContain(hashOf(token));
    expect(JSON.stringify(await app.store.personalTokens.ofUser((await member.call(whoami)).id, ''))).not.toContain(token);

    expect((await client.call(servers)).data.map(({ id }) => id)).toEqual((await member.call(servers)).data.map(({ id }) => id));
    expect((await client.call(meta)).data).toEqual(withoutAccount((await member.call(meta)).data));
    const me = await client.call(whoami);
    expect([me.name, me.project_id, me.token, me.scoped_token]).toEqual(['acme-member', made.project_id, null, null]);
    const made202 = await newKey(client, 'by-token');
    expect(made202.status).toBeLessThan(300);
    await clear(member);
  });

  /** Rights beside those on the account itself, and the one to report a problem, which takes a session as well. */
  const withoutAccount = ({ session, reports: _reports, ...others }: Record<string, string[]>) => ({
    ...others,
    ...(session && { session: ['GET'] }),
  });

  it('personal tokens that only read are refused every change, also where their user may change things', async () => {
    const lead = await inProject('acme-lead');
    const { client } = await make(lead, { access: 'read' });
    expect(await statusOf(client)).toBe(200);
    const refused = await newKey(client, 'never');
    expect([refused.status, codeOf(refused.json)]).toEqual([403, 'forbidden']);
    await clear(lead);
  });

  it('personal tokens make no tokens, revoke none, open and end no session, and set no password', async () => {
    const member = await inProject('acme-member');
    const { client, id, project_id: projectId } = await make(member);
    for (const reply of [
      await client.reply(createToken, { body: WISH }),
      await client.reply(deleteToken, { params: { tokenId: id } }),
      await client.reply(endOthers),
      await client.reply(enterProject, { params: { projectId: projectId! } }),
      await client.reply(changePassword, {
        body: { current_password: PASSWORD, new_password: 'Another-Password-1', confirm_password: 'Another-Password-1' },
      }),
    ])
      expect([reply.status, codeOf(reply.json)]).toEqual([403, 'forbidden']);
    expect((await member.reply(sessions)).status).toBe(200);
    const listening = await connect(app.url, client);
    expect(await listening.login()).toEqual({ code: 401 });
    listening.close();
    await clear(member);
  });

  it('personal tokens outlive a new password of their user, which ends other sessions', async () => {
    const [member, elsewhere] = [await inProject('acme-member'), await inProject('acme-member')];
    const { client } = await make(member);
    const change = (from: string, to: string) =>
      member.call(changePassword, { body: { current_password: from, new_password: to, confirm_password: to } });
    await change(PASSWORD, 'Another-Password-1');
    pass();
    expect((await elsewhere.reply(servers)).status).toBe(401);
    expect(await statusOf(client)).toBe(200);
    await change('Another-Password-1', PASSWORD);
    await clear(member);
  });

  it('personal tokens end when they are revoked, at once, and by their user only', async () => {
    const [member, stranger] = [await inProject('acme-member'), await app.as('globex-member', 'globex-prod')];
    const { client, id } = await make(member);
    expect(await statusOf(client)).toBe(200);
    const foreign = await stranger.refused(deleteToken, { params: { tokenId: id } });
    const unknown = await stranger.refused(deleteToken, { params: { tokenId: 'f'.repeat(32) } });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect((await stranger.call(tokens)).data).toEqual([]);
    await member.call(deleteToken, { params: { tokenId: id } });
    const after = await client.reply(servers);
    expect([after.status, codeOf(after.json)]).toEqual([401, 'unauthorized']);
    expect((await member.call(tokens)).data).toEqual([]);
  });

  it('personal tokens end at their time, are listed until then, and tell to the minute when they were used', async () => {
    const { client, id } = await make(await inProject('acme-member'), { expires_in_days: 1 });
    const used = async () => (await (await inProject('acme-member')).call(tokens)).data.find((one) => one.id === id)?.last_used_at;
    const first = new Date(now).toISOString();
    await statusOf(client);
    pass(MINUTE - 1);
    await statusOf(client);
    expect(await used()).toBe(first);
    pass(1);
    await statusOf(client);
    expect(await used()).toBe(new Date(now).toISOString());
    pass(DAY - MINUTE - 1);
    expect(await statusOf(client)).toBe(200);
    pass(1);
    expect(await statusOf(client)).toBe(401);
    expect(await used()).toBeUndefined();
  });

  it('a user has twenty personal tokens at most, each of a project that the user may enter', async () => {
    const viewer = await inProject('acme-viewer');
    for (let number = 1; number <= 20; number++) await make(viewer, { name: `token ${number}` });
    const more = await viewer.refused(createToken, { body: WISH });
    expect([more.status, more.body.error.data?.field_codes]).toEqual([400, { name: [{ code: 'tokens_too_many', params: { max: 20 } }] }]);
    await clear(viewer);

    const unscoped = await app.as('acme-viewer', 'none');
    const nowhere = await unscoped.refused(createToken, { body: WISH });
    expect(nowhere.body.error.data?.field_codes).toEqual({ project_id: [{ code: 'token_scope' }] });
    const foreignProject = (await (await app.as('globex-member', 'none')).call(projects)).data[0]!.id;
    const refusals = [foreignProject, 'no-such-project'].map((project_id) =>
      unscoped.refused(createToken, { body: { ...WISH, project_id } }),
    );
    for (const { status, body } of await Promise.all(refusals))
      expect([status, body.error.data?.field_codes]).toEqual([400, { project_id: [{ code: 'unknown_id' }] }]);
    const own = (await unscoped.call(projects)).data[0]!.id;
    const { client } = await make(unscoped, { project_id: own });
    expect([(await client.call(whoami)).project_id, await statusOf(client)]).toEqual([own, 200]);
    for (const days of [0, 366, 1.5])
      expect((await unscoped.reply(createToken, { body: { ...WISH, project_id: own, expires_in_days: days } })).status).toBe(400);
    await clear(unscoped);
  });

  it('personal tokens shrink and end with what their user is: role, project and user', async () => {
    const admin = await app.as('acme-admin', 'own');
    const member = await inProject('acme-member');
    const { client, project_id: projectId } = await make(member);
    const { id: userId, domain_id: domainId } = await member.call(whoami);
    const assign = (role: 'project_user' | null, readOnly = false) =>
      app.store.transaction(async (writer) => {
        const key = { engine: 'embedded', kind: 'user', id: userId };
        const row = (await writer.get(key))!;
        const others = (row.document['assigned_projects'] as { project_id: string }[]).filter((one) => one.project_id !== projectId);
        const assigned = role === null ? others : [...others, { project_id: projectId, role, read_only: readOnly }];
        await writer.put({ ...row, document: { ...row.document, assigned_projects: assigned } });
      });
    await assign('project_user', true);
    pass();
    expect([await statusOf(client), (await newKey(client, 'too-much')).status]).toEqual([200, 403]);
    await assign(null);
    pass();
    expect(await statusOf(client)).toBe(401);
    await assign('project_user');
    pass();
    expect(await statusOf(client)).toBe(200);

    const enable = async (enabled: boolean): Promise<void> => {
      const { task_id } = await admin.call(nouns.projects.calls.update, { params: { domainId, projectId: projectId! }, body: { enabled } });
      await app.ended(admin, task_id);
      pass();
    };
    await enable(false);
    expect(await statusOf(client)).toBe(401);
    await enable(true);
    expect(await statusOf(client)).toBe(200);

    const params = { domainId, userId };
    await app.ended(admin, (await admin.call(nouns.users.calls.disable, { params })).task_id);
    pass();
    const disabled = await client.reply(servers);
    expect([disabled.status, codeOf(disabled.json)]).toEqual([403, 'user_disabled']);
    await app.ended(admin, (await admin.call(nouns.users.calls.enable, { params })).task_id);
    pass();
    expect(await statusOf(client)).toBe(200);
  });

  it('personal tokens are named in the audit beside their user', async () => {
    const lead = await inProject('acme-lead');
    const { client, token, last_four: end } = await make(lead);
    await newKey(client, 'audited');
    await newKey(lead, 'audited-too');
    const [bySession, byToken] = await app.store.audit.list({ limit: 2, call: 'keyPairs.create' });
    expect([byToken?.userName, byToken?.personalToken]).toEqual(['acme-lead', `nightly backup (…${end})`]);
    expect([bySession?.userName, bySession?.personalToken]).toEqual(['acme-lead', null]);
    const [made] = await app.store.audit.list({ limit: 1, call: 'session.createToken' });
    expect(made?.body).toEqual(WISH);
    expect(JSON.stringify(await app.store.audit.list({ limit: 50 }))).not.toContain(token);
    await clear(lead);
  });

  it('unknown or misspelt personal tokens are refused, as in another scheme, and a session beside a token decides', async () => {
    const member = await inProject('acme-member');
    const { token, client } = await make(member);
    for (const header of [
      `Bearer gtp_${'x'.repeat(43)}`,
      'Bearer gtp_',
      `Bearer ${token}x`,
      `Basic ${token}`,
      token,
      `Bearer ${token.slice(4)}`,
    ])
      expect((await app.nobody.with({ authorization: header }).reply(servers)).status, header).toBe(401);
    expect((await app.nobody.with({ [SESSION_HEADER]: token }).reply(servers)).status).toBe(401);
    expect((await client.with({ [SESSION_HEADER]: 'x'.repeat(43) }).reply(servers)).status).toBe(401);
    expect(await statusOf(app.nobody.with({ authorization: `bearer ${token}` }))).toBe(200);
    await clear(member);
  });
});

const codeOf = (json: unknown): string | undefined => (json as { error?: { err_code: string } } | undefined)?.error?.err_code;

describe('the budget of a personal token', () => {
  let app: TestApp;
  beforeAll(async () => {
    const budgets = { GANTRY_USER_RATE: '10', GANTRY_NETWORK_RATE: '30' };
    app = await startTestApp({ database: 'sqlite', env: { GANTRY_SAMPLE_SERVERS: '0', ...budgets }, budgetClock: () => 0 });
  });
  afterAll(() => app.close());

  const many = async (times: number, client: Client): Promise<Record<number, number>> => {
    const replies = await Promise.all(Array.from({ length: times }, () => client.reply(whoami)));
    const counted: Record<number, number> = {};
    for (const { status } of replies) counted[status] = (counted[status] ?? 0) + 1;
    return counted;
  };

  it('a personal token uses the budget of its user, and an unknown token that of the network', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const { token } = await member.call(createToken, { body: WISH });
    const client = app.nobody.with({ authorization: `Bearer ${token}` });
    await client.call(whoami);
    const used = await many(200, client);
    expect(used[429]).toBeGreaterThan(100);
    expect((await member.reply(whoami)).status).toBe(429);
    const forged = await many(400, app.nobody.with({ authorization: `Bearer gtp_${'x'.repeat(43)}` }));
    expect(forged[429]).toBeGreaterThan(100);
    expect((await app.nobody.raw('GET', '/')).status).toBe(429);
  });
});
