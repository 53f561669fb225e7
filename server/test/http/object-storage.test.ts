import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type UserName } from '../support/app.ts';
import { anyDatabase } from '../support/databases.ts';
import type { Client } from '../support/client.ts';
import { bookOf } from '../objects/support/account-service.ts';

const AT = '/api/v2/s3service';
const USERS_AT = '/api/v2/s3service/s3/users';

interface Key extends Record<string, unknown> {
  acc_key: string;
  sec_key?: string;
  enabled: boolean;
}
interface Account extends Record<string, unknown> {
  id: string;
  keys: Key[];
}

/** What was answered, where it was good. */
async function done<T = Record<string, unknown>>(client: Client, method: string, path: string, body?: object): Promise<T> {
  const reply = await client.raw(method, path, body && { body });
  expect([reply.status < 300, reply.status < 300 ? '' : reply.text]).toEqual([true, '']);
  return reply.json as T;
}

/** Status and code of a refusal, with the reason of the rule. */
async function refused(client: Client, method: string, path: string, body?: object): Promise<unknown[]> {
  const { status, json } = await client.raw(method, path, body && { body });
  const { error } = json as { error: { err_code: string; data?: { reason?: { code: string } } } };
  return [status, error.err_code, ...(error.data?.reason ? [error.data.reason.code] : [])];
}

describe.each(anyDatabase)('object storage on $name', ({ name: database }) => {
  let app: TestApp;
  let system: Client;
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '0' } });
    system = await app.as('admin', 'own');
  });
  afterAll(() => app.close());

  const inProject = (name: UserName) => app.as(name, name.startsWith('globex') ? 'globex-prod' : 'acme-prod');
  const keysOf = async (client: Client) => (await done<Account>(client, 'GET', `${AT}/user`)).keys;
  const switched = async (domain: string, enabled: boolean) => {
    const { task_id } = await done<{ task_id: string }>(system, 'PUT', `${AT}/domain/${domain}`, { enabled });
    return (await app.ended(system, task_id)).state;
  };
  const domainOf = async (client: Client) => (await done<{ domain_id: string }>(client, 'GET', '/api/v2/accounts/whoami')).domain_id;

  it('object storage is enabled by its user with one pair of keys, whose secret is told there and nowhere else [api.s3service-post, api.s3service-get, s3.secret-once]', async () => {
    const member = await inProject('acme-member');
    expect(await done(member, 'GET', AT)).toMatchObject({ enabled: false, region: 'us-east-1', path_style: true, max_keys: 2 });
    expect(await done(member, 'GET', `${AT}/user`)).toMatchObject({ enabled: false, keys: [] });
    const made = await done<{ key: Key }>(member, 'POST', AT);
    expect(made).toMatchObject({ enabled: true, key: { acc_key: expect.stringMatching(/^[A-Z2-7]{20}$/) as string } });
    expect(made.key.sec_key).toMatch(/^[\w-]{40}$/);
    const [again, config, user] = await Promise.all([member.raw('POST', AT), member.raw('GET', AT), member.raw('GET', `${AT}/user`)]);
    expect(again.json).toEqual(config.json);
    expect(config.json).toMatchObject({ enabled: true });
    const { sec_key: _secret, ...key } = made.key;
    expect(user.json).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as string,
      arn: expect.stringMatching(/^arn:aws:iam:::user\/[0-9a-f]{16}$/) as string,
      enabled: true,
      keys: [key],
    });
    for (const { text } of [again, config, user]) expect(text).not.toContain(made.key.sec_key);
    // Nor is it kept as it is.
    const { id } = user.json as Account;
    const kept = [await app.store.records.get('s3', 'accounts', id), await app.store.records.get('s3', 'keys', made.key.acc_key)];
    expect(kept.every((record) => typeof record === 'object' && record !== null)).toBe(true);
    expect(JSON.stringify(kept)).not.toContain(made.key.sec_key);
  });

  it('object storage lets a user have two pairs of keys, of which one stays [api.s3key-create, api.s3key-update, api.s3key-delete, choice.s3key-payload, s3.key-fields]', async () => {
    const lead = await inProject('acme-lead');
    const { key: first } = await done<{ key: Key }>(lead, 'POST', AT);
    expect(await refused(lead, 'DELETE', `${AT}/keys/${first.acc_key}`)).toEqual([409, 'state_conflict', 's3_key_last']);
    const second = await done<Key>(lead, 'POST', `${AT}/keys`, {});
    expect(second).toMatchObject({ acc_key: expect.any(String) as string, sec_key: expect.any(String) as string, enabled: true });
    expect(await refused(lead, 'POST', `${AT}/keys`)).toEqual([409, 'state_conflict', 's3_keys_full']);
    const book = bookOf(app);
    expect(await book.find(second.acc_key)).toMatchObject({ secret: second.sec_key, hidden: false, enabled: true });

    expect((await done<Key[]>(lead, 'PUT', `${AT}/keys/${second.acc_key}`, { enabled: false }))[0]).toMatchObject({
      acc_key: second.acc_key,
      enabled: false,
    });
    expect(await book.find(second.acc_key)).toMatchObject({ enabled: false });
    expect(await book.find(first.acc_key)).toMatchObject({ enabled: true });
    await done(lead, 'DELETE', `${AT}/keys/${second.acc_key}`);
    expect(await book.find(second.acc_key)).toBeUndefined();
    expect((await keysOf(lead)).map(({ acc_key }) => acc_key)).toEqual([first.acc_key]);
  });

  it('a user who asks for several pairs of keys at once gets no third pair', async () => {
    const someone = await app.as('acme-admin', 'acme-prod');
    await done(someone, 'POST', AT);
    const replies = await Promise.all(Array.from({ length: 6 }, () => someone.raw('POST', `${AT}/keys`)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  });

  it('object storage keeps a hidden pair of keys for each user, which is disabled and enabled with the user', async () => {
    const member = await inProject('globex-member');
    await done(member, 'POST', AT);
    const { id } = await done<Account>(member, 'GET', `${AT}/user`);
    const book = bookOf(app);
    const { user_id: userId } = (await done<{ data: (Account & { user_id: string })[] }>(system, 'GET', USERS_AT)).data.find(
      (one) => one.id === id,
    )!;
    const hidden = await book.hiddenPair(userId, { type: 'user' });
    expect(hidden).toMatchObject({ hidden: true, enabled: true, user: { id } });
    expect(await book.find(hidden.accessKeyId)).toEqual(hidden);
    expect((await keysOf(member)).map(({ acc_key }) => acc_key)).not.toContain(hidden.accessKeyId);
    expect(await refused(member, 'PUT', `${AT}/keys/${hidden.accessKeyId}`, { enabled: false })).toEqual([404, 'not_found']);
    await done(system, 'PUT', `${USERS_AT}/${id}`, { is_enabled: false });
    expect(await refused(member, 'GET', AT)).toEqual([403, 's3_user_disabled']);
    expect(await book.find(hidden.accessKeyId)).toMatchObject({ enabled: false });
    await expect(book.hiddenPair(userId, { type: 'user' })).rejects.toMatchObject({ code: 's3_user_disabled' });
    await done(system, 'PUT', `${USERS_AT}/${id}`, { is_enabled: true });
    expect(await done(member, 'GET', AT)).toMatchObject({ enabled: true });
  });

  it('object storage is switched off for a domain, and on again, by a task [api.s3domain-get, api.s3domain-put, s3.domain-status]', async () => {
    const member = await inProject('globex-member');
    const domain = await domainOf(member);
    expect(await done(system, 'GET', `${AT}/domain/${domain}`)).toEqual({ enabled: true });
    expect(await switched(domain, false)).toBe('success');
    expect(await done(system, 'GET', `${AT}/domain/${domain}`)).toEqual({ enabled: false });
    expect(await refused(member, 'GET', AT)).toEqual([403, 's3_disabled']);
    expect(await refused(member, 'POST', AT)).toEqual([403, 's3_disabled']);
    expect(await done(await inProject('acme-member'), 'GET', AT)).toMatchObject({ max_keys: 2 });
    expect(await switched(domain, true)).toBe('success');
    expect(await done(member, 'GET', AT)).toMatchObject({ max_keys: 2 });
    expect(await refused(system, 'GET', `${AT}/domain/nowhere`)).toEqual([404, 'not_found']);
  });

  it('object storage shows administrators its users and their keys, those of a domain theirs only [api.s3admin-users, api.s3admin-keys, api.s3admin-key-delete, s3admin.user-fields]', async () => {
    const [acme, globex] = [await inProject('acme-member'), await inProject('globex-member')];
    for (const client of [acme, globex]) await done(client, 'POST', AT);
    const id = async (client: Client) => (await done<Account>(client, 'GET', `${AT}/user`)).id;
    const [own, foreign] = [await id(acme), await id(globex)];
    const users = async (client: Client, query = '') =>
      await done<{ data: Account[]; count?: number; marker?: string }>(client, 'GET', USERS_AT + query);
    const domainAdmin = await app.as('acme-admin', 'own');
    const seen = (await users(domainAdmin)).data;
    expect(seen.find((one) => one.id === own)).toMatchObject({
      email: expect.any(String) as string,
      is_enabled: true,
      keys: await keysOf(acme),
    });
    expect(seen.map((one) => one.id)).not.toContain(foreign);
    expect((await users(system)).data.map((one) => one.id)).toEqual(expect.arrayContaining([own, foreign]));

    const first = await users(system, '?limit=1&with_count=true');
    expect([first.data.length, first.count]).toEqual([1, (await users(system)).data.length]);
    const marker = encodeURIComponent(first.marker!);
    const [next, all] = [await users(system, `?limit=1&marker=${marker}`), (await users(system)).data];
    expect([first, next].map(({ data }) => data[0]!.id)).toEqual(all.slice(0, 2).map((one) => one.id));
    expect((await users(system, '?sort=name:desc')).data).toEqual(all.toReversed());
    const [{ name, domain_id: domainId }] = all.filter((one) => one.id === foreign) as [Account & { name: string; domain_id: string }];
    expect(name).toBe('globex-member');
    expect(await users(system, '?search=contains:GLOBEX-m&with_count=true')).toMatchObject({ data: [{ id: foreign }], count: 1 });
    expect((await users(system, `?domain_id=in:${domainId}`)).data.map((one) => [one.id, one['domain_name']])).toEqual([
      [foreign, 'globex'],
    ]);
    expect(await users(domainAdmin, `?domain_id=${domainId}&with_count=true`)).toMatchObject({ data: [], count: 0 });
    for (const query of [`marker=${marker}&sort=name:desc`, 'marker=x', 'sort=size:asc', 'search=any:a', 'domain_id=contains:a'])
      expect(await refused(system, 'GET', `${USERS_AT}?${query}`)).toEqual([400, 'validation_failed']);

    const created = await done<Key>(domainAdmin, 'POST', `${USERS_AT}/${own}/keys`);
    expect(created.sec_key).toMatch(/^[\w-]{40}$/);
    const listed = async () =>
      (await done<{ data: Key[] }>(domainAdmin, 'GET', `${USERS_AT}/${own}/keys`)).data.map(({ acc_key }) => acc_key);
    expect(await listed()).toContain(created.acc_key);
    await done(domainAdmin, 'DELETE', `${USERS_AT}/${own}/keys/${created.acc_key}`);
    expect(await listed()).not.toContain(created.acc_key);
    for (const [method, path] of [
      ['GET', `${foreign}/keys`],
      ['POST', `${foreign}/keys`],
      ['GET', 'unknown/keys'],
    ] as const)
      expect(await refused(domainAdmin, method, `${USERS_AT}/${path}`)).toEqual([404, 'not_found']);
    expect(await refused(system, 'GET', '/api/v2/elsewhere/s3/users')).toEqual([400, 'validation_failed']);
  });

  it('administrators limit what a user and the users of a project keep in object storage, and see who keeps how much', async () => {
    const [member, administrator] = [await inProject('acme-member'), await app.as('acme-admin', 'own')];
    await done(member, 'POST', AT);
    const { id } = await done<Account>(member, 'GET', `${AT}/user`);
    const put = (key: string, bytes: number) =>
      fetch(`${app.url}/s3proxy/limited-${database}/${key}`, { method: 'PUT', headers: member.headers, body: Buffer.alloc(bytes) });
    expect((await fetch(`${app.url}/s3proxy/limited-${database}`, { method: 'PUT', headers: member.headers })).status).toBe(200);
    const limited = (limits: object) => done(administrator, 'PUT', `${USERS_AT}/${id}`, { limits });
    expect(await limited({ bytes: 1000, objects: 2 })).toMatchObject({ limits: { bytes: 1000, objects: 2 }, is_enabled: true });
    expect((await put('a', 600)).status).toBe(200);
    const over = await put('b', 600);
    expect([over.status, await over.text()]).toEqual([403, expect.stringContaining('<Code>QuotaExceeded</Code>') as string]);
    expect([(await put('b', 1)).status, (await put('c', 1)).status]).toEqual([200, 403]);
    await limited({ bytes: null, objects: null });
    expect((await put('c', 600)).status).toBe(200);
    const shown = (await done<{ data: Account[] }>(administrator, 'GET', USERS_AT)).data.find((one) => one.id === id);
    expect(shown).toMatchObject({ limits: { bytes: null, objects: null }, kept: { buckets: 1, objects: 3, bytes: 1201 } });

    const { project_id: projectId } = await done<{ project_id: string }>(member, 'GET', '/api/v2/accounts/whoami');
    const project = `${AT}/projects/${projectId}`;
    expect(await done(administrator, 'PUT', project, { bytes: 1201, objects: null })).toEqual({
      limits: { bytes: 1201, objects: null },
      kept: { buckets: 1, objects: 3, bytes: 1201 },
    });
    expect([(await put('d', 1)).status, (await put('c', 600)).status]).toEqual([403, 200]);
    await done(administrator, 'PUT', project, { bytes: null, objects: null });
    expect((await put('d', 1)).status).toBe(200);
    expect(await done(administrator, 'GET', `${AT}/overview`)).toMatchObject({
      max_keys: 2,
      limits: { user: true, project: true },
      kept: { buckets: 1, objects: 4, bytes: 1202 },
      domains: [{ name: 'acme', enabled: true, kept: { buckets: 1, objects: 4, bytes: 1202 } }],
    });
    for (const [method, path, body] of [
      ['PUT', `${USERS_AT}/${id}`, {}],
      ['PUT', `${USERS_AT}/${id}`, { limits: { bytes: -1, objects: null } }],
      ['PUT', project, { bytes: 1.5, objects: null }],
    ] as const)
      expect(await refused(administrator, method, path, body)).toEqual([400, 'validation_failed']);
    const foreign = await app.as('globex-member', 'globex-prod');
    expect(await refused(foreign, 'GET', project)).toEqual([403, 'forbidden']);
    expect(await refused(administrator, 'GET', `${AT}/projects/unknown`)).toEqual([404, 'not_found']);
  });

  it('object storage keeps no secret of a key in clear', async () => {
    const { key } = await done<{ key: Key }>(await app.as('admin', 'acme-prod'), 'POST', AT);
    const records = await app.store.records.list('s3', 'keys', { limit: 1000 });
    expect(records.map((record) => record.key)).toContain(key.acc_key);
    expect(JSON.stringify(records)).not.toContain(key.sec_key);
  });
});
