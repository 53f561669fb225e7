import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { calls, nouns } from '@gantry/contract';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { DEFAULT_DOMAIN, DEFAULT_PROJECT_NAME, SYSTEM_TAG } from '@gantry/contract/constants';
import { databases } from '../support/databases.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import type { Client } from '../support/client.ts';

const servers = nouns.servers.calls;

/** Of all domains: the one that has pages, because nobody knows how many domains there are. */
const ALL_PROPS = '/api/v2/domains/props/';

describe.each(databases)('lists on $name', ({ name: database }) => {
  let app: TestApp;
  let lead: Client;
  let all: Server[];
  beforeAll(async () => {
    app = await startTestApp({ database, env: { GANTRY_SAMPLE_SERVERS: '25' } });
    lead = await app.as('acme-lead', 'acme-prod');
    all = (await lead.call(servers.list, { query: { limit: 1000 } })).data;
  });
  afterAll(() => app.close());

  const smallImage = async (): Promise<string> => {
    const { data } = await lead.call(nouns.images.calls.list, { query: { limit: 100 } });
    return data.find(({ min_ram: ram, disk_format: format }) => ram <= 512 && format !== 'iso')!.id;
  };
  const names = (data: readonly { name: string }[]): string[] => data.map(({ name }) => name);

  it('lists are paged by limit, marker and with_count, each row once [request.paging]', async () => {
    expect(all.length).toBeGreaterThanOrEqual(25);
    const first = await lead.call(servers.list, { query: { limit: 2, with_count: true } });
    expect([first.data.length, first.count]).toEqual([2, all.length]);
    expect(first.marker).toEqual(expect.any(String));
    const ids: string[] = [];
    let marker: string | undefined;
    do {
      const page = await lead.call(servers.list, { query: { limit: 7, marker, sort: 'name:asc' } });
      expect(page.count).toBeUndefined();
      ids.push(...page.data.map(({ id }) => id));
      marker = page.marker;
    } while (marker !== undefined);
    expect(ids.length).toBe(all.length);
    expect(new Set(ids)).toEqual(new Set(all.map(({ id }) => id)));
    expect((await lead.call(servers.list)).data.length).toBe(20);
  });

  it('all lists have one shape: data, count where asked for, marker where more follow [choice.paging-response]', async () => {
    const system = await app.as('admin', 'own');
    const projects = (await system.raw('GET', '/api/v2/domains/default/projects')).json as { data: { id: string }[] };
    const ids: Readonly<Record<string, string | undefined>> = { projectId: projects.data[0]?.id };
    const lists = calls.filter(({ does }) => does.by === 'list');
    expect(lists.length).toBeGreaterThan(8);
    for (const call of lists) {
      const params = Object.fromEntries(Object.keys(call.params?.shape ?? {}).map((name) => [name, ids[name] ?? 'default']));
      const reply = await system.reply(call, { params, query: { limit: 1, with_count: true } });
      const { data, count, marker, ...rest } = reply.json as { data: unknown[]; count: number; marker?: string };
      expect(rest, call.id).toEqual({});
      expect([Array.isArray(data), data.length, typeof count], call.id).toEqual([true, Math.min(count, 1), 'number']);
      expect(typeof marker, call.id).toBe(count > 1 ? 'string' : 'undefined');
    }
  });

  it('lists that are not paged have the shape of others, answer no more than asked for, and how many there are [choice.paging-response]', async () => {
    const { id } = all[0]!;
    for (const action of ['stop', 'start']) {
      const { json } = await lead.raw('POST', `/api/v2/compute/servers/${id}/${action}`);
      await app.ended(lead, (json as { task_id: string }).task_id);
    }
    const leader = await app.as('acme-admin', 'own');
    const { domain_id: domain } = (await leader.raw('GET', '/api/v2/accounts/whoami')).json as { domain_id: string };
    for (const key of ['a', 'b']) await leader.raw('POST', `/api/v2/domains/${domain}/props`, { body: { key, data: 1, access: 'pub' } });
    const wholes: [string, Client, number][] = [
      ['/api/v2/accounts/projects', lead, 1],
      ['/api/v2/settings/locales', app.nobody, 9],
      [ALL_PROPS, app.nobody, 2],
      [`/api/v2/domains/${domain}/props`, leader, 2],
      [`/api/v2/compute/servers/${id}/interfaces`, lead, 1],
      [`/api/v2/compute/servers/${id}/events`, lead, 3],
      [`/api/v2/compute/servers/${id}/steps`, lead, 1],
    ];
    for (const [path, who, least] of wholes) {
      const ask = async (query: string) => {
        const { status, json } = await who.raw('GET', `${path}${query}`);
        return { status, ...(json as { data: unknown[]; count?: number }) };
      };
      const whole = await ask('');
      expect([path, whole.status, Object.keys(whole).sort(), whole.data.length >= least]).toEqual([path, 200, ['data', 'status'], true]);
      expect([path, await ask('?limit=1&with_count=true')]).toEqual([
        path,
        { status: 200, data: whole.data.slice(0, 1), count: whole.data.length, ...(path === ALL_PROPS && { marker: expect.any(String) }) },
      ]);
      for (const bad of ['?limit=0', '?limit=x', '?limit=1001', '?marker=a'])
        expect([path, bad, (await ask(bad)).status]).toEqual([path, bad, 400]);
    }
  });

  it('lists of servers are narrowed to domains, for administrators of the system alone', async () => {
    const system = await app.as('admin', 'own');
    const of = async (query: Record<string, string | boolean>) => {
      const { data, count } = await system.call(servers.list, { query: { limit: 1000, with_count: true, ...query } });
      expect(count).toBe(data.length);
      return new Set(data.map(({ domain_id: id }) => id));
    };
    const domains = (await system.call(nouns.domains.calls.list, { query: { limit: 100 } })).data;
    const acme = all[0]!.domain_id;
    const other = domains.find(({ name }) => name === 'globex')!.id;
    expect(await of({ domain_id: acme })).toEqual(new Set([acme]));
    expect(await of({ domain_id: `in:${acme},${other},nobody`, name: 'contains:e' })).toEqual(new Set([acme]));
    expect(await of({ domain_id: other })).toEqual(new Set());
    const refused = await lead.refused(servers.list, { query: { domain_id: acme } });
    expect(refused.body.error.data?.field_codes).toEqual({ domain_id: [{ code: 'system_only' }] });
    const bad = await system.refused(servers.list, { query: { domain_id: 'contains:a' } });
    expect(bad.body.error.data?.field_codes).toMatchObject({ domain_id: [{ code: 'filter_operator' }] });
  });

  it('lists refuse a marker that is damaged or of another list', async () => {
    const { marker = '' } = await lead.call(servers.list, { query: { limit: 2, sort: 'name:asc' } });
    const middle = marker.length >> 1;
    const changed = `${marker.slice(0, middle)}${marker[middle] === 'A' ? 'B' : 'A'}${marker.slice(middle + 1)}`;
    const plain = Buffer.from(JSON.stringify(['server name:asc', 'a', 1])).toString('base64url');
    for (const bad of ['x', `${marker}x`, marker.slice(0, -1), changed, plain, '%%%'])
      expect((await lead.refused(servers.list, { query: { marker: bad, sort: 'name:asc' } })).body.error.fields, bad).toHaveProperty(
        'marker',
      );
    expect((await lead.refused(servers.list, { query: { marker, sort: 'ram:asc' } })).status).toBe(400);
    expect((await lead.refused(nouns.volumes.calls.list, { query: { marker, sort: 'name:asc' } })).status).toBe(400);
  });

  it('lists show a server by a name that nobody could give today, and its owner may keep that name', async () => {
    const { id, name } = all[0]!;
    const rename = (given: string) =>
      app.store.transaction(async (writer) => {
        const row = (await writer.get({ engine: 'embedded', kind: 'server', id }))!;
        await writer.put({ ...row, document: { ...row.document, name: given } });
      });
    const old = 'old\u202Egnp\u200B';
    await rename(old);
    expect((await lead.call(servers.read, { params: { serverId: id } })).name).toBe(old);
    expect(names((await lead.call(servers.list, { query: { id } })).data)).toEqual([old]);
    const update = (body: object) => lead.reply(servers.update, { params: { serverId: id }, body });
    expect((await update({ description: 'still there' })).status).toBe(202);
    expect((await update({ name: old })).status).toBe(400);
    await rename(name);
  });

  it('lists have markers that nobody can read, and that serve one person alone', async () => {
    const query = { limit: 2, sort: 'name:asc' } as const;
    const { data, marker = '' } = await lead.call(servers.list, { query });
    const parts = [marker, ...marker.split('.')].map((part) => Buffer.from(part, 'base64url').toString('latin1'));
    for (const { id, name } of data) for (const part of parts) expect(part).not.toMatch(new RegExp(`${id}|${name}|server`, 'i'));
    expect((await lead.call(servers.list, { query })).marker).not.toBe(marker);
    expect((await lead.reply(servers.list, { query: { ...query, marker } })).status).toBe(200);
    const again = await app.as('acme-lead', 'acme-prod');
    expect((await again.reply(servers.list, { query: { ...query, marker } })).status).toBe(200);
    for (const other of [await app.as('acme-member', 'acme-prod'), await app.as('acme-admin', 'own'), await app.as('admin', 'own')])
      expect((await other.refused(servers.list, { query: { ...query, marker } })).body.error.fields).toHaveProperty('marker');
  });

  it('lists are sorted by declared keys in both directions, and by no other', async () => {
    const values: Record<string, (server: Server) => string | number> = {
      name: ({ name }) => name.toLowerCase(),
      ram: ({ flavor }) => flavor.ram,
      created_at: ({ created }) => created,
    };
    for (const [key, value] of Object.entries(values)) {
      const up = (await lead.call(servers.list, { query: { limit: 1000, sort: `${key}:asc` } })).data;
      expect(up.map(value), key).toEqual(all.map(value).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)));
      const down = (await lead.call(servers.list, { query: { limit: 1000, sort: `${key}:desc` } })).data;
      expect(down.map(value), key).toEqual(up.map(value).toReversed());
    }
    expect((await lead.refused(servers.list, { query: { sort: 'description:asc' } })).body.error.fields).toHaveProperty('sort');
  });

  it('lists take contains: as a part of the name, in any case [request.filter-contains]', async () => {
    const part = all[3]!.name.slice(1, 4);
    const found = (await lead.call(servers.list, { query: { limit: 1000, name: `contains:${part.toUpperCase()}` } })).data;
    expect(names(found).sort()).toEqual(
      names(all)
        .filter((name) => name.toLowerCase().includes(part.toLowerCase()))
        .sort(),
    );
    expect(await lead.call(servers.list, { query: { name: 'contains:no such name', with_count: true } })).toMatchObject({
      data: [],
      count: 0,
    });
    for (const wild of ['contains:%', 'contains:_', "contains:'", 'contains:\\'])
      expect(
        (await lead.call(servers.list, { query: { name: wild, limit: 1000 } })).data.every(({ name }) => name.includes(wild.slice(9))),
      ).toBe(true);
  });

  it('lists find a text in the name, an address or the id of a server, and in nothing else', async () => {
    const all = (await lead.call(servers.list, { query: { limit: 1000 } })).data;
    const addressesOf = (server: (typeof all)[number]) => server.networks.flatMap(({ ips }) => ips);
    const { id, name, ...one } = all.find(({ networks }) => networks.some(({ ips }) => ips.length > 0))!;
    const address = addressesOf({ id, name, ...one })[0]!;
    for (const text of [name.slice(1).toUpperCase(), address.slice(0, -1), id.slice(0, 6), id.slice(0, 1), address.slice(-2)]) {
      const { data, count } = await lead.call(servers.list, { query: { limit: 1000, with_count: true, search: `contains:${text}` } });
      const has = (value: string) => value.toLowerCase().includes(text.toLowerCase());
      const expected = all.filter((server) => [server.id, server.name, ...addressesOf(server)].some(has));
      expect(data.map((server) => server.id).toSorted(), text).toEqual(expected.map((server) => server.id).toSorted());
      expect(count).toBe(expected.length);
    }
    const none = await lead.call(servers.list, { query: { search: 'contains:SHUTOFF', with_count: true } });
    expect(none).toMatchObject({ data: [], count: 0 });
    expect((await lead.refused(servers.list, { query: { search: name } })).status).toBe(400);
  });

  it('lists take contains: as a part of the id', async () => {
    const { id } = all[3]!;
    const found = (await lead.call(servers.list, { query: { limit: 1000, id: `contains:${id.slice(5, 14).toUpperCase()}` } })).data;
    expect(found.map((one) => one.id)).toEqual([id]);
    const short = (await lead.call(servers.list, { query: { limit: 1000, id: `contains:${id.slice(0, 1)}` } })).data;
    expect(new Set(short.map((one) => one.id))).toEqual(new Set(all.map((one) => one.id).filter((one) => one.includes(id[0]!))));
    const refused = await lead.refused(nouns.volumes.calls.list, { query: { status: 'contains:a' } });
    expect(refused.body.error.data?.field_codes).toMatchObject({ status: [{ code: 'filter_operator' }] });
  });

  it('lists of servers are narrowed by what their flavors need of a node, and sorted by project', async () => {
    const system = await app.as('admin', 'own');
    const { id } = (await lead.call(nouns.flavors.calls.list, { query: { name: 'tiny' } })).data[0]!;
    const row = (await app.store.read.get({ engine: 'embedded', kind: 'flavor', id }))!;
    const specs = { 'trait:CUSTOM_GPU': 'required', 'trait:OLD': 'forbidden', quota: 'required' };
    const put = (extra_specs: Record<string, string>) =>
      app.store.transaction((writer) => writer.put({ ...row, document: { ...row.document, extra_specs } }));
    await put(specs);
    const body = { name: 'needy', flavor_id: id, image_id: await smallImage(), network_ids: [all[0]!.networks[0]!.network_id!] };
    const made = await lead.call(servers.create, { body });
    await app.ended(lead, made.task_id);
    await put({});
    const found = async (placement: string) => names((await lead.call(servers.list, { query: { placement } })).data);
    expect(await found('CUSTOM_GPU')).toEqual(['needy']);
    expect(await found('any:OLD,CUSTOM_GPU')).toEqual(['needy']);
    expect(await found('OLD')).toEqual([]);
    const { data } = await system.call(servers.list, { query: { sort: 'project_id:asc', limit: 1000 } });
    const projects = data.map(({ project_id: project }) => project);
    expect(projects).toEqual(projects.toSorted());
    await lead.call(servers.delete, { params: { serverId: made.id! } }).then(({ task_id: task }) => app.ended(lead, task));
  });

  it('lists take in: as any of the values, and a plain value as itself [request.filter-in]', async () => {
    const target = all[0]!;
    await lead.call(servers.stop, { params: { serverId: target.id } }).then(({ task_id }) => app.ended(lead, task_id));
    const both = (await lead.call(servers.list, { query: { limit: 1000, status: 'in:ACTIVE,SHUTOFF' } })).data;
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set(['ACTIVE', 'SHUTOFF']));
    expect(both.length).toBe(all.length);
    const off = (await lead.call(servers.list, { query: { status: 'SHUTOFF' } })).data;
    expect(off.map(({ id }) => id)).toContain(target.id);
    expect(new Set(off.map(({ status }) => status))).toEqual(new Set(['SHUTOFF']));
    expect((await lead.refused(servers.list, { query: { status: 'contains:ACT' } })).body.error.data?.field_codes).toEqual({
      status: [{ code: 'filter_operator', params: { operator: 'contains' } }],
    });
    expect((await lead.refused(servers.list, { query: { status: 'in:' } })).status).toBe(400);
  });

  it('lists take any: as at least one of the values in a list [request.filter-any]', async () => {
    const admin = await app.as('admin', 'own');
    const {
      id: projectId,
      engine,
      document,
    } = (await app.store.read.find('project', (await lead.call(nouns.session.calls.whoami)).project_id!, {
      scope: { type: 'system' },
      userId: '',
      domainId: '',
    }))!;
    const domainId = String(document['domain_id']);
    const tagged = { ...document, tags: ['a', 'b,c'] };
    await app.store.transaction((writer) =>
      writer.put({ engine, kind: 'project', id: projectId, domainId, projectId, userId: null, document: tagged }),
    );
    const find = async (tags: string) =>
      names((await admin.call(nouns.projects.calls.list, { params: { domainId }, query: { tags } })).data);
    expect(await find('any:a,zzz')).toEqual(['acme-prod']);
    expect(await find('any:b\\,c')).toEqual(['acme-prod']);
    expect(await find('any:b,c')).toEqual([]);
    expect(await find('not_any:a,zzz')).not.toContain('acme-prod');
    expect(await find('not_any:b,c')).toContain('acme-prod');
    const within = { params: { domainId } };
    expect((await admin.refused(nouns.projects.calls.list, { ...within, query: { tags: 'not_any:' } })).status).toBe(400);
    expect((await admin.refused(nouns.projects.calls.list, { ...within, query: { name: 'not_any:a' } })).status).toBe(400);
  });

  it('lists take not_any:hci.system as users that are not the platform’s own', async () => {
    const admin = await app.as('admin', 'own');
    const known = nouns.knownUsers.calls.list;
    const [one] = (await admin.call(known, { query: { name: 'acme-member' } })).data;
    const row = (await app.store.read.find('user', one!.id, { scope: { type: 'system' }, userId: '', domainId: '' }))!;
    const tagged = async (tags: readonly string[]) =>
      app.store.transaction((writer) => writer.put({ ...row, document: { ...row.document, tags } }));
    const shown = async () => names((await admin.call(known, { query: { tags: `not_any:${SYSTEM_TAG}`, name: 'contains:acme-m' } })).data);
    await tagged(['other', SYSTEM_TAG]);
    expect(await shown()).not.toContain('acme-member');
    await tagged([]);
    expect(await shown()).toContain('acme-member');
  });

  it('lists keep what is meant for the system scope from others', async () => {
    const [mine, theirs] = [await lead.call(servers.list), await (await app.as('admin', 'own')).call(servers.list)];
    expect(new Set(mine.data.map(({ host }) => host))).toEqual(new Set([null]));
    expect(theirs.data.every(({ host }) => typeof host === 'string')).toBe(true);
    for (const query of [{ sort: 'host:asc' }, { host: theirs.data[0]!.host! }]) {
      const refused = await lead.refused(servers.list, { query });
      expect(JSON.stringify(refused.body.error.data?.field_codes)).toContain('system_only');
    }
    const system = await app.as('admin', 'own');
    expect((await system.call(servers.list, { query: { sort: 'host:asc', host: theirs.data[0]!.host! } })).data.length).toBeGreaterThan(0);
  });

  it('lists of servers carry the names of projects, images, networks and volumes', async () => {
    const server = all.find(({ networks }) => networks.length > 0)!;
    expect(server.project_name).toBe('acme-prod');
    expect(server.image?.name).toEqual(expect.any(String));
    expect(server.networks[0]).toMatchObject({ name: expect.any(String), ipam_enabled: expect.any(Boolean) });
    expect(server.volumes[0]).toMatchObject({ name: expect.any(String), size: expect.any(Number) });
    const read = await lead.call(servers.read, { params: { serverId: server.id } });
    expect(read).toEqual((await lead.call(servers.list, { query: { id: server.id } })).data[0]);
  });

  it('lists carry their freshness where they mirror a cloud, and none where the store is the truth', async () => {
    expect(await lead.call(servers.list)).not.toHaveProperty('freshness');
    const [engine] = app.app.engines;
    const [mirrors, health] = [engine!.mirrors, engine!.health];
    const at = '2026-01-02T03:04:05.000Z';
    const services = [{ name: 'compute', problem: 'silent', downSince: at, reason: 'timeout' }];
    Object.assign(engine!, {
      mirrors: true,
      health: () => ({ reachable: false, asOf: at, downSince: at, reason: 'timeout', services, doubts: [] }),
    });
    const freshness = {
      reachable: false,
      as_of: at,
      down_since: at,
      services: [{ name: 'compute', problem: 'silent', down_since: at }],
      doubts: [],
    };
    expect((await lead.call(servers.list)).freshness).toEqual(freshness);
    expect((await (await app.as('admin', 'own')).call(nouns.domains.calls.list)).freshness).toEqual(freshness);
    expect(await lead.call(nouns.tasks.calls.list)).not.toHaveProperty('freshness');
    Object.assign(engine!, { mirrors, health });
  });

  it('lists of a domain stay inside it: another domain answers 403, whether it exists or not [api.domain-users]', async () => {
    const admin = await app.as('acme-admin', 'own');
    const { domain_id: domainId } = await admin.call(nouns.session.calls.whoami);
    const globex = (await (await app.as('globex-member', 'none')).call(nouns.session.calls.whoami)).domain_id;
    const own = await admin.call(nouns.users.calls.list, { params: { domainId }, query: { sort: 'name:asc' } });
    expect(names(own.data)).toEqual(['acme-admin', 'acme-lead', 'acme-member', 'acme-viewer']);
    for (const call of [nouns.users.calls.list, nouns.projects.calls.list]) {
      for (const other of [globex, 'default', 'no-such-domain']) {
        const refused = await admin.refused(call, { params: { domainId: other } });
        expect([refused.status, refused.code], other).toEqual([403, 'forbidden']);
      }
    }
    const paged = await admin.call(nouns.users.calls.list, { params: { domainId }, query: { limit: 2, sort: 'name:asc' } });
    const rest = await admin.call(nouns.users.calls.list, {
      params: { domainId },
      query: { limit: 2, sort: 'name:asc', marker: paged.marker },
    });
    expect(names([...paged.data, ...rest.data])).toEqual(names(own.data));
    const system = await app.as('admin', 'own');
    expect((await system.refused(nouns.users.calls.list, { params: { domainId: 'no-such-domain' } })).status).toBe(404);
  });

  it('lists of domains, projects and users carry their fields [domain.fields, user.fields, project.default-admin, user.assignments]', async () => {
    const system = await app.as('admin', 'own');
    const { data: domains } = await system.call(nouns.domains.calls.list, { query: { limit: 100 } });
    expect(domains).toContainEqual(expect.objectContaining({ id: DEFAULT_DOMAIN.id, name: DEFAULT_DOMAIN.name, enabled: true }));
    const raw = await system.raw('GET', nouns.domains.calls.list.path);
    for (const item of (raw.json as { data: object[] }).data)
      expect(Object.keys(item)).toEqual(expect.arrayContaining(['id', 'name', 'enabled', 'projects_count', 'description']));
    const projects = await system.raw('GET', `/api/v2/domains/${DEFAULT_DOMAIN.id}/projects`);
    const inDefault = (projects.json as { data: { name: string }[] }).data;
    expect(names(inDefault)).toContain(DEFAULT_PROJECT_NAME);
    for (const item of inDefault)
      expect(Object.keys(item)).toEqual(
        expect.arrayContaining(['id', 'name', 'description', 'enabled', 'domain_id', 'members_count', 'tags', 'created_at']),
      );
    const acme = domains.find(({ name }) => name === 'acme')!;
    expect(acme.projects_count).toBe(2);
    const users = (await system.raw('GET', `/api/v2/domains/${acme.id}/users`)).json as { data: Record<string, unknown>[] };
    const wanted =
      'id name enabled email description role domain_id system_permissions domain_permissions assigned_projects identity_provider created_at s3_user_id tags';
    for (const item of users.data) expect(Object.keys(item)).toEqual(expect.arrayContaining(wanted.split(' ')));
    const member = users.data.find(({ name }) => name === 'acme-member')!;
    expect(member['assigned_projects']).toEqual([
      { project_id: expect.any(String), project_name: 'acme-prod', role: 'project_user', read_only: false },
    ]);
  });
});
