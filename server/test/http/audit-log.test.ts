import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { fillPath } from '@gantry/contract/wire/call';
import type { NewAuditEntry } from '../../src/port/store/audit.ts';
import { PASSWORD, startTestApp, type TestApp } from '../support/app.ts';
import type { Client, Reply } from '../support/client.ts';
import { databases } from '../support/databases.ts';

interface Entry {
  id: string;
  timestamp: string;
  activity: string;
  user_name: string | null;
  request_id: string;
}
interface Answer {
  data: Entry[];
  count?: number;
  marker?: string;
}

/** Of one long past day, so that what the test itself does is not among them. */
const DAY = '2026-01-02';
const ENTRIES = 600;

describe.each(databases)('the audit log on $name', ({ name: database }) => {
  let app: TestApp;
  let admin: Client;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '2' } });
    admin = await app.as('admin', 'own');
    for (let index = 0; index < ENTRIES; index++) await app.store.audit.append(entry(index));
  });
  afterAll(() => app.close());

  const entry = (index: number): NewAuditEntry => ({
    at: new Date(Date.parse(`${DAY}T00:00:00Z`) + index * 60_000).toISOString(),
    userId: `user-${index % 3}`,
    userName: ['Ann', 'bob', 'Zoë'][index % 3]!,
    domainId: 'default',
    projectId: `project-${index % 2}`,
    call: index % 10 === 0 ? 'servers.delete' : 'servers.stop',
    target: `server-${index}`,
    status: index % 50 === 49 ? 403 : 202,
    errorCode: index % 50 === 49 ? 'forbidden' : null,
    requestId: `req-${index}`,
    address: '192.0.2.1',
    body: { index },
    personalToken: null,
    count: 1,
  });
  const ask = async (query: Record<string, string>): Promise<Answer> => {
    const reply = await admin.raw('GET', `/api/v2/audit_log?${new URLSearchParams({ timestamp: `contains:${DAY}`, ...query })}`);
    expect(reply.status, JSON.stringify(reply.json)).toBe(200);
    return reply.json as Answer;
  };
  const numbers = ({ data }: Answer): number[] => data.map(({ request_id: id }) => Number(id.slice(4)));
  const from = (first: number, count: number): number[] => Array.from({ length: count }, (_, index) => first - index);

  it.each([
    ['POST', '/api/v2/compute/servers/%00/stop', 'servers.stop', '\ufffd', {}],
    ['DELETE', '/api/v2/compute/volumes/a%00', 'volumes.delete', 'a\ufffd', undefined],
    ['POST', '/api/v2/domains/%00/users', 'users.create', null, { name: 'ann' }],
  ])('a change is refused and written down whatever stands in its path: %s %s', async (method, path, call, target, body) => {
    const reply = await admin.raw(method, path, { body });
    expect([reply.status, (reply.json as { error: { err_code: string } }).error.err_code]).toEqual([400, 'validation_failed']);
    const [written] = (await app.store.audit.list({ limit: 5, call })).filter(({ status }) => status === 400);
    expect(written).toMatchObject({ call, target, errorCode: 'validation_failed' });
  });

  it('the audit log has 256 entries a page, the newest on top, and takes page, start, limit and order [api.audit-log]', async () => {
    expect(numbers(await ask({}))).toEqual(from(599, 256));
    expect(numbers(await ask({ page: '1' }))).toEqual(from(599, 256));
    expect(numbers(await ask({ page: '2' }))).toEqual(from(343, 256));
    expect(numbers(await ask({ page: '3' }))).toEqual(from(87, 88));
    expect(numbers(await ask({ limit: '5' }))).toEqual(from(599, 5));
    expect(numbers(await ask({ limit: '5', page: '3' }))).toEqual(from(589, 5));
    expect(numbers(await ask({ limit: '5', start: '7' }))).toEqual(from(592, 5));
    expect(numbers(await ask({ limit: '5', start: '7', page: '3' }))).toEqual(from(592, 5));
    const sorters = JSON.stringify([{ property: 'timestamp', direction: 'ASC' }]);
    expect(numbers(await ask({ limit: '3', sorters }))).toEqual([0, 1, 2]);
    expect(numbers(await ask({ limit: '3', sort: 'timestamp:asc', page: '2' }))).toEqual([3, 4, 5]);
    const filters = JSON.stringify([
      { property: 'user', value: 'contains:ANN' },
      { property: 'activity', value: 'servers.delete' },
    ]);
    expect(numbers(await ask({ limit: '3', filters }))).toEqual([570, 540, 510]);
  });

  it('the audit log is narrowed by who, what, where, when and result, counted, and paged by markers without a gap', async () => {
    const count = async (query: Record<string, string>) => (await ask({ limit: '1', with_count: 'true', ...query })).count;
    expect(await count({})).toBe(600);
    expect(await count({ user: 'contains:zo' })).toBe(200);
    expect(await count({ user: 'in:Ann,bob' })).toBe(400);
    expect(await count({ user_id: 'user-1', project_id: 'project-1' })).toBe(100);
    expect(await count({ activity: 'in:servers.delete,servers.start' })).toBe(60);
    expect(await count({ result: 'refused' })).toBe(12);
    expect(await count({ target: 'server-77' })).toBe(1);
    expect(await count({ target: 'contains:SERVER-59' })).toBe(11);
    expect(await count({ timestamp: `contains:${DAY}T01` })).toBe(60);
    expect(await count({ since: '24h' })).toBe(0);
    expect(await count({ user: '' })).toBe(0);
    const found: number[] = [];
    for (let page = await ask({ limit: '250' }), first = true; first || page.marker !== undefined; first = false) {
      if (!first) page = await ask({ limit: '250', marker: page.marker! });
      found.push(...numbers(page));
    }
    expect(found).toEqual(from(599, 600));
  });

  it('the audit log tells who did what to which thing from where, without secrets, and names the thing', async () => {
    const lead = await app.as('acme-lead', 'acme-prod');
    const [server] = (await lead.call(nouns.servers.calls.list)).data;
    const { method, path } = nouns.servers.calls.changePassword;
    await lead.raw(method, fillPath(path, { serverId: server!.id }), { body: { password: 'long enough for 1 guest' } });
    const [row] = (await admin.call(nouns.auditLog.calls.list, { query: { activity: 'servers.changePassword' } })).data;
    expect(row).toMatchObject({
      user_name: 'acme-lead',
      project_name: 'acme-prod',
      activity: 'servers.changePassword',
      kind: 'server',
      target: server!.id,
      target_name: server!.name,
      parameters: { password: '***' },
    });
    expect(row!.address).toMatch(/127\.0\.0\.1|::1/);
  });

  it('the audit log names what was made, or was to be, with its domain and project', async () => {
    const domain = (await admin.call(nouns.domains.calls.list)).data.find(({ name }) => name === 'acme')!;
    const lead = await app.as('acme-lead', 'acme-prod');
    const [volume] = (await lead.call(nouns.volumes.calls.list)).data;
    const users = `/api/v2/domains/${domain.id}/users`;
    const user = { name: 'newcomer', password: 'long enough for 1 user' };
    const made = [
      [await admin.raw('POST', users, { body: user }), 'user', 'newcomer', null],
      [
        await lead.raw('POST', '/api/v2/compute/volume_snapshots', { body: { volume_id: volume!.id, name: 'kept' } }),
        'volume_snapshot',
        'kept',
        'acme-prod',
      ],
      [
        await lead.raw('POST', '/api/v2/accounts/tokens', { body: { name: 'script', access: 'read', expires_in_days: 30 } }),
        null,
        'script',
        'acme-prod',
      ],
    ] as const;
    const rows = (await admin.call(nouns.auditLog.calls.list, { query: { limit: '10' } })).data;
    for (const [{ status, json, headers }, kind, name, project] of made) {
      expect(status, JSON.stringify(json)).toBeLessThan(300);
      const row = rows.find(({ request_id: id }) => id === headers.get('x-request-id'));
      expect(row).toMatchObject({
        target: (json as { id: string }).id,
        target_name: name,
        kind,
        domain_name: 'acme',
        project_name: project,
      });
    }
    await expect
      .poll(async () => (await admin.call(nouns.users.calls.list, { params: { domainId: domain.id } })).data.map(({ name }) => name))
      .toContain('newcomer');
    const again = await admin.raw('POST', users, { body: user });
    expect(again.status).toBe(409);
    const [refused] = (await admin.call(nouns.auditLog.calls.list, { query: { limit: '1', result: 'refused' } })).data;
    expect(refused).toMatchObject({ activity: 'users.create', target: null, target_name: 'newcomer', domain_name: 'acme' });
  });

  it('the audit log names what has been deleted since, its project and its domain, and each of several', async () => {
    const done = async (who: Client, { json, status }: Reply): Promise<void> => {
      expect(status, JSON.stringify(json)).toBe(202);
      expect((await app.ended(who, (json as { task_id: string }).task_id)).state).toBe('success');
    };
    const make = async (path: string, body: object): Promise<string> => {
      const made = await admin.raw('POST', path, { body });
      await done(admin, made);
      return (made.json as { id: string }).id;
    };
    const domain = await make('/api/v2/domains', { name: 'passing' });
    const under = `/api/v2/domains/${domain}`;
    const projects = [await make(`${under}/projects`, { name: 'first' }), await make(`${under}/projects`, { name: 'second' })];
    const user = await make(`${under}/users`, { name: 'leaver', password: 'long enough for 1 user' });
    const group = await make(`${under}/groups`, { name: 'team' });
    await done(admin, await admin.raw('PATCH', `${under}/users/${user}`, { body: { description: 'leaves soon' } }));
    await done(admin, await admin.raw('DELETE', `${under}/projects`, { body: { uuids: projects } }));
    await done(admin, await admin.raw('DELETE', `${under}/groups`, { body: { uuids: [group] } }));
    await done(admin, await admin.raw('DELETE', `${under}/users`, { body: { uuids: [user] } }));
    await done(admin, await admin.raw('DELETE', under));
    const rows = (await admin.call(nouns.auditLog.calls.list, { query: { limit: '20', domain_id: domain } })).data;
    expect(rows.map((row) => [row.activity, row.target_name, row.target_names, row.target_count, row.gone, row.domain_name])).toEqual([
      ['domains.delete', 'passing', [], null, true, 'passing'],
      ['users.bulkDelete', null, ['leaver'], 1, false, 'passing'],
      ['groups.bulkDelete', null, ['team'], 1, false, 'passing'],
      ['projects.bulkDelete', null, ['first', 'second'], 2, false, 'passing'],
      ['users.update', 'leaver', [], null, true, 'passing'],
      ['groups.create', 'team', [], null, true, 'passing'],
      ['users.create', 'leaver', [], null, true, 'passing'],
      ['projects.create', 'second', [], null, true, 'passing'],
      ['projects.create', 'first', [], null, true, 'passing'],
    ]);
    const token = await admin.call(nouns.session.calls.createToken, { body: { name: 'short-lived', access: 'read', expires_in_days: 1 } });
    await admin.call(nouns.session.calls.deleteToken, { params: { tokenId: token.id } });
    const lead = await app.as('acme-lead', 'acme-prod');
    const { id: router, task_id: made } = await lead.call(nouns.routers.calls.create, { body: { name: 'edge' } });
    await app.ended(lead, made);
    await done(lead, await lead.raw('DELETE', `/api/v2/compute/routers/${router}`));
    const newest = async (activity: string) => (await admin.call(nouns.auditLog.calls.list, { query: { limit: '1', activity } })).data[0];
    expect(await newest('routers.delete')).toMatchObject({ target_name: 'edge', gone: true, project_name: 'acme-prod' });
    expect(await newest('session.deleteToken')).toMatchObject({ target: token.id, target_name: 'short-lived' });
  });

  it('the audit log counts the objects of entries without names, by ids and by uuids', async () => {
    const old = { ...entry(0), at: '2026-01-03T00:00:00.000Z', target: null };
    await app.store.audit.append({ ...old, call: 'users.bulkDelete', body: { uuids: ['a', 'b'] } });
    await app.store.audit.append({ ...old, call: 'servers.bulkStop', body: { ids: ['a', 'b', 'c'] } });
    const { data } = await admin.call(nouns.auditLog.calls.list, { query: { timestamp: '2026-01-03' } });
    expect(data.map(({ target_names: names, target_count: count }) => [names, count])).toEqual([
      [[], 3],
      [[], 2],
    ]);
  });

  it('the audit log names the account of a user who changes the own password', async () => {
    const member = await app.as('acme-member', 'acme-prod');
    const body = { current_password: PASSWORD, new_password: `${PASSWORD} 2`, confirm_password: `${PASSWORD} 2` };
    expect((await member.raw('PUT', '/api/v2/accounts/change-password', { body })).status).toBe(204);
    const [row] = (await admin.call(nouns.auditLog.calls.list, { query: { activity: 'session.changePassword' } })).data;
    expect(row).toMatchObject({
      kind: 'user',
      target: row!.user_id,
      target_name: 'acme-member',
      user_name: 'acme-member',
      domain_name: 'acme',
    });
  });

  it('the audit log lists the activities that it is filtered by [api.audit-activities]', async () => {
    const { data } = (await admin.raw('GET', '/api/v2/audit_log/activities/')).json as { data: { name: string; summary: string }[] };
    const names = data.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['session.login', 'servers.stop', 'servers.bulkDelete', 'users.lock', 'objectStorage.deleteBucket']),
    );
    expect(new Set(names).size).toBe(names.length);
    for (const name of ['servers.stop', 'servers.delete']) expect((await ask({ limit: '1', activity: name })).data[0]!.activity).toBe(name);
  });

  it('the audit log refuses odd filters, and whoever does not administer the system', async () => {
    for (const query of [
      'filters=x',
      'filters=[{}]',
      'filters=[{"property":"x","value":"y"}]',
      'sorters=[{"property":"user","direction":"ASC"}]',
      'result=x',
      'since=long',
      'timestamp=contains:x%25',
      'user=any:a',
      'activity=contains:a',
      'marker=abc',
      'limit=0',
      'page=0',
      'other=1',
    ])
      expect((await admin.raw('GET', `/api/v2/audit_log?${query}`)).status, query).toBe(400);
    for (const [user, scope] of [
      ['acme-admin', 'own'],
      ['acme-lead', 'acme-prod'],
    ] as const)
      expect((await (await app.as(user, scope)).raw('GET', '/api/v2/audit_log')).status, user).toBe(403);
  });
});
