import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { PROPERTIES_PER_DOMAIN } from '@gantry/contract/nouns/domain-properties/entity';
import { AUTH_TOKEN_HEADER } from '@gantry/contract/wire/headers';
import { anyDatabase } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const { all, list, read, create, createKey, update, delete: remove } = nouns.domainProperties.calls;

describe.each(anyDatabase)('domain properties on $name', ({ name: database }) => {
  let app: TestApp;
  let admin: Client;
  let system: Client;
  let member: Client;
  let outsider: Client;
  let acme: string;

  beforeAll(async () => {
    app = await startTestApp({ database });
    admin = await app.as('acme-admin', 'own');
    system = await app.as('admin', 'own');
    member = await app.as('acme-member', 'acme-prod');
    outsider = await app.as('globex-member', 'globex-prod');
    acme = (await member.call(nouns.session.calls.whoami)).domain_id;
  });
  afterAll(() => app.close());

  /** A key of its own. */
  const at = () => ({ domainId: acme, propertyKey: randomUUID() });
  const keys = (page: { data: { key: string }[] }): string[] => page.data.map(({ key }) => key);

  it('a change of a domain property answers 404 where there is none, and a POST makes it [api.domain-props-put, domainprop.fields]', async () => {
    const params = at();
    const body = { data: { a: [1, 'ü', null] }, access: 'auth' } as const;
    expect((await admin.refused(update, { params, body })).status).toBe(404);
    const made = await admin.call(createKey, { params, body });
    expect(made).toEqual({ domain_id: acme, key: params.propertyKey, value: body.data, data: body.data, access: 'auth' });
    expect((await admin.refused(createKey, { params, body })).code).toBe('name_taken');
    await system.call(update, { params, body: { data: 'new', access: 'pub' } });
    const changed = { ...made, value: 'new', data: 'new', access: 'pub' };
    expect((await admin.call(list, { params })).data.find(({ key }) => key === params.propertyKey)).toEqual(changed);
    expect(await member.call(read, { params })).toEqual(changed);
  });

  it('domain properties are listed for people of the domain only, a foreign domain as an unknown one [api.domain-props-list]', async () => {
    const { propertyKey: key } = at();
    await admin.call(create, { params: { domainId: acme }, body: { key, data: 1, access: 'auth' } });
    for (const client of [member, member.unscoped(), admin, system])
      expect(keys(await client.call(list, { params: { domainId: acme } }))).toContain(key);
    const foreign = await outsider.refused(list, { params: { domainId: acme } });
    const unknown = await outsider.refused(list, { params: { domainId: randomUUID() } });
    expect([foreign.status, foreign.body.error.message]).toEqual([404, unknown.body.error.message]);
  });

  it('public domain properties are listed for everyone, and others only for people of the domain [api.domains-props-all, domainprop.access]', async () => {
    const [pub, auth] = [randomUUID(), randomUUID()];
    await admin.call(create, { params: { domainId: acme }, body: { key: pub, data: 'p', access: 'pub' } });
    await admin.call(create, { params: { domainId: acme }, body: { key: auth, data: 'a', access: 'auth' } });
    for (const client of [app.nobody, outsider]) {
      const got = keys(await client.call(all));
      expect([got.includes(pub), got.includes(auth)]).toEqual([true, false]);
    }
    for (const client of [member, admin, system]) expect(keys(await client.call(all))).toEqual(expect.arrayContaining([pub, auth]));
    expect((await app.nobody.raw('GET', '/api/v2/domains/props/')).status).toBe(200);
    for (const access of ['priv', 'none', '', null]) {
      const wrong = await admin.refused(create, { params: { domainId: acme }, body: { key: 'x', data: 1, access: access as 'pub' } });
      expect(Object.keys(wrong.body.error.fields!)).toEqual(['access']);
    }
  });

  it('a public domain property is read by everyone; another is read by people of the domain and unknown to others [domainprop.access]', async () => {
    const [pub, auth] = [at(), at()];
    await admin.call(createKey, { params: pub, body: { data: 'p', access: 'pub' } });
    await admin.call(createKey, { params: auth, body: { data: 'a', access: 'auth' } });
    const gone = await app.as('acme-member', 'acme-prod');
    await gone.call(nouns.session.calls.logout);
    const elsewhere = app.nobody.with({ ...member.headers, [AUTH_TOKEN_HEADER]: outsider.headers[AUTH_TOKEN_HEADER]! });
    for (const client of [app.nobody, outsider, gone, elsewhere]) {
      expect((await client.call(read, { params: pub })).value).toBe('p');
      const [hidden, unknown] = [await client.refused(read, { params: auth }), await client.refused(read, { params: at() })];
      expect([hidden.status, hidden.body.error.message]).toEqual([404, unknown.body.error.message]);
    }
    for (const client of [member, member.unscoped(), admin, system]) expect((await client.call(read, { params: auth })).value).toBe('a');
  });

  it('properties of a disabled domain are told to nobody outside', async () => {
    const params = at();
    await admin.call(createKey, { params, body: { data: 'p', access: 'pub' } });
    const row = (await app.store.read.get({ engine: 'embedded', kind: 'domain', id: acme }))!;
    await app.store.transaction((writer) => writer.put({ ...row, document: { ...row.document, enabled: false } }));
    expect(keys(await app.nobody.call(all))).not.toContain(params.propertyKey);
    for (const client of [app.nobody, outsider]) expect((await client.refused(read, { params })).status).toBe(404);
    await app.store.transaction((writer) => writer.put(row));
    expect(keys(await app.nobody.call(all))).toContain(params.propertyKey);
    expect((await outsider.call(read, { params })).value).toBe('p');
  });

  it('a domain property is deleted once, and only by an administrator of the domain [api.domain-props-delete]', async () => {
    const params = at();
    await admin.call(createKey, { params, body: { data: null, access: 'pub' } });
    expect((await member.refused(remove, { params })).status).toBe(403);
    expect((await (await app.as('acme-admin', 'own')).refused(remove, { params: { ...params, domainId: randomUUID() } })).status).toBe(404);
    expect((await admin.reply(remove, { params })).status).toBe(204);
    expect((await admin.refused(remove, { params })).status).toBe(404);
    expect(keys(await admin.call(list, { params }))).not.toContain(params.propertyKey);
  });

  it('a page of all domain properties ends before it is too large, and leads to the others by its marker', async () => {
    const value = '字'.repeat(16_000);
    const domains = Array.from({ length: 12 }, (_, index) => `large-${index}`);
    const row = (await app.store.read.get({ engine: 'embedded', kind: 'domain', id: acme }))!;
    await app.store.transaction(async (writer) => {
      for (const id of domains) {
        await writer.put({ ...row, id, domainId: id, document: { ...row.document, id, name: id } });
        for (const key of ['a', 'b', 'c']) await writer.properties.insert({ domainId: id, key, value, access: 'pub' });
      }
    });
    const found: string[] = [];
    let pages = 0;
    for (let marker: string | undefined; ;) {
      const { text, json } = await app.nobody.raw('GET', `${all.path}${marker === undefined ? '' : `?marker=${marker}`}`);
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000_000);
      const page = json as { data: { domain_id: string; key: string }[]; marker?: string };
      found.push(...page.data.map(({ domain_id, key }) => `${domain_id} ${key}`));
      pages += 1;
      if ((marker = page.marker) === undefined) break;
    }
    expect(pages).toBeGreaterThan(1);
    expect(found.filter((name) => name.startsWith('large-'))).toHaveLength(36);
    expect(new Set(found).size).toBe(found.length);
    expect((await app.nobody.raw('GET', `${all.path}?marker=bm9uc2Vuc2U`)).status).toBe(400);
    await app.store.transaction(async (writer) => {
      for (const id of domains) for (const key of ['a', 'b', 'c']) await writer.properties.remove(id, key);
    });
  });

  it('a domain takes no property with which its values have more than 262,144 bytes together', async () => {
    const fat = { data: '字'.repeat(16_000), access: 'auth' } as const;
    const made: { domainId: string; propertyKey: string }[] = [];
    for (let count = 0; count < 5; count += 1) {
      made.push(at());
      await admin.call(createKey, { params: made.at(-1)!, body: fat });
    }
    const { body } = await admin.refused(createKey, { params: at(), body: fat });
    expect(body.error.data?.field_codes).toEqual({ data: [{ code: 'too_large', params: { max: 262_144 } }] });
    for (const params of made) await admin.reply(remove, { params });
  });

  it('a refusal names what is wrong with key and value of a domain property, and a domain has only so many', async () => {
    const params = { domainId: acme };
    const codes = async (body: object) => {
      const { status, json } = await admin.raw('POST', `/api/v2/domains/${acme}/props`, { body });
      return [status, (json as { error: { data: { field_codes: unknown } } }).error.data.field_codes];
    };
    const access = 'pub';
    expect(await codes({ key: 'x', access })).toEqual([400, { data: [{ code: 'required' }] }]);
    expect(await codes({ key: 'a b', data: 1, access })).toEqual([400, { key: [{ code: 'format' }] }]);
    expect(await codes({ key: 'x', data: 'ü'.repeat(16_383), access })).toEqual([
      400,
      { data: [{ code: 'too_long', params: { max: 16_384 } }] },
    ]);
    const room = PROPERTIES_PER_DOMAIN - (await admin.call(list, { params })).data.length;
    for (let made = 0; made < room; made += 1) await admin.call(create, { params, body: { key: randomUUID(), data: made, access } });
    expect(await codes({ key: 'x', data: 1, access })).toEqual([
      400,
      { key: [{ code: 'too_many', params: { max: PROPERTIES_PER_DOMAIN } }] },
    ]);
    expect((await admin.call(list, { params })).data).toHaveLength(PROPERTIES_PER_DOMAIN);
  });
});
