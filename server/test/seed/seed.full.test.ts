import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { kinds } from '@gantry/contract';
import { ManualClock } from '../../src/engines/embedded/platform/clock.ts';
import type { KindName } from '../../src/engines/embedded/platform/documents.ts';
import type { EmbeddedEngine } from '../../src/engines/embedded/index.ts';
import type { Store } from '../../src/port/store/store.ts';
import { anyDatabase, openTestStore } from '../support/databases.ts';
import { acmeProd, all, Caller, createEngine, identityOf, PASSWORDS, RECORDS, startEngine } from '../engines/embedded/support/platform.ts';
import { violations } from '../engines/embedded/support/invariants.ts';

const KINDS: readonly KindName[] = ['domain', 'project', 'user', 'node', 'flavor', 'image', 'network', 'volume', 'server'];

/** A store whose transactions fail after the first `count`, as if the process had died. */
function dyingAfter(store: Store, count: number): Store {
  let left = count;
  const transaction: Store['transaction'] = (work) => {
    left -= 1;
    if (left < 0) return Promise.reject(new Error('the process died'));
    return store.transaction(work);
  };
  return { ...store, read: store.read, records: store.records, leases: store.leases, changes: store.changes, transaction };
}

describe.each(anyDatabase)('the first filling on $name', ({ name }) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let store: Store;
  const engines: EmbeddedEngine[] = [];

  beforeEach(async () => {
    opened = await openTestStore(name);
    store = opened.store;
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
    await opened.close();
  });
  const start = async (settings: Parameters<typeof startEngine>[2], on: Store = store) => {
    const engine = await startEngine(on, new ManualClock(), settings);
    engines.push(engine);
    return engine;
  };

  it('the first filling makes the default domain with its project and administrator, and the sample tenants', async () => {
    await start({});
    const domains = await all(store, 'domain');
    expect(domains.map((domain) => [domain.name, domain.projects_count, domain.enabled]).toSorted()).toEqual([
      ['Default', 1, true],
      ['acme', 2, true],
      ['globex', 1, true],
    ]);
    expect(domains.find((domain) => domain.name === 'Default')?.id).toBe('default');
    const projects = await all(store, 'project');
    const users = await all(store, 'user');
    const shown = users.map((user) => [
      domains.find(({ id }) => id === user.domain_id)?.name,
      user.name,
      user.role,
      ...user.assigned_projects.map(
        ({ project_id, role, read_only }) =>
          `${read_only ? 'reading ' : ''}${role} of ${projects.find(({ id }) => id === project_id)?.name}`,
      ),
    ]);
    expect(shown.toSorted()).toEqual([
      ['Default', 'admin', 'system_admin', 'project_admin of admin'],
      ['acme', 'acme-admin', 'domain_admin'],
      ['acme', 'acme-lead', 'project_member', 'project_admin of acme-prod'],
      ['acme', 'acme-member', 'project_member', 'project_user of acme-prod'],
      ['acme', 'acme-viewer', 'project_member', 'reading project_user of acme-prod'],
      ['globex', 'globex-member', 'project_member', 'project_user of globex-prod'],
    ]);
    expect(users.find((user) => user.name === 'admin')?.system_permissions).toContain('superuser');
  });

  it('the first filling makes three nodes, five flavors, a public network and a private one for each project', async () => {
    await start({});
    expect(await all(store, 'node')).toHaveLength(3);
    const flavors = await all(store, 'flavor');
    expect(flavors.map(({ name: of, vcpus, ram }) => [of, vcpus, ram]).toSorted((a, b) => Number(a[2]) - Number(b[2]))).toEqual([
      ['tiny', 1, 512],
      ['small', 1, 2048],
      ['medium', 2, 4096],
      ['large', 4, 8192],
      ['xlarge', 8, 16_384],
    ]);
    const networks = await all(store, 'network');
    expect(networks.map((network) => [network.name, network.router_external]).toSorted()).toEqual([
      ['acme-dev-private', false],
      ['acme-prod-private', false],
      ['admin-private', false],
      ['globex-prod-private', false],
      ['public', true],
    ]);
  });

  it('the first filling writes documents that the contract reads', async () => {
    await start({ sampleServers: 12 });
    for (const kind of KINDS) {
      const documents = await all(store, kind);
      expect(documents.length).toBeGreaterThan(0);
      for (const document of documents) kinds.get(kind)?.entity.parse({ ...document, revision: 1 });
    }
  });

  it('the first filling makes as many sample servers as asked for, varied, and every sum stays true', async () => {
    const engine = await start({ sampleServers: 330, nodes: { count: 3, vcpus: 64, ram: 131_072, disk: 2048 } });
    const servers = await all(store, 'server');
    expect(servers).toHaveLength(330);
    expect((await all(store, 'node')).length).toBe(17);
    const values = (of: (server: (typeof servers)[number]) => unknown) => new Set(servers.map(of)).size;
    expect([values(({ name: of }) => of), values(({ created }) => created)]).toEqual([330, 330]);
    expect([values(({ flavor }) => flavor.id), values(({ image }) => image?.id), values(({ status }) => status)]).toEqual([5, 4, 2]);
    const caller = new Caller(engine, store, await acmeProd(engine));
    expect(await violations(store, caller)).toEqual([]);
    // There is room beside them.
    await caller.create();
    expect(await violations(store, caller)).toEqual([]);
    const events = await caller.live('server.events', 'server', servers[0]!.id);
    expect(events).toMatchObject({ data: [{ action: 'create', result: 'success' }] });
    expect(await caller.live('server.log', 'server', servers[0]!.id)).toMatchObject({ log: expect.stringContaining('ready') });
  });

  it('the first filling leaves the sample out when told so', async () => {
    const engine = await start({ sample: false, sampleServers: 12 });
    expect((await all(store, 'domain')).map(({ id }) => id)).toEqual(['default']);
    expect(await all(store, 'server')).toEqual([]);
    expect(engine.firstSignIn?.users.map((user) => user.name)).toEqual(['admin']);
    expect(engine.sampleDomain).toBeNull();
  });

  it('a second start leaves a filled store and its passwords as they are', async () => {
    const first = await start({ sampleServers: 5 });
    expect(first.firstSignIn?.users).toHaveLength(6);
    await first.stop();
    const head = await store.changes.head();
    const second = await start({ sampleServers: 50, adminPassword: 'another' });
    expect(second.firstSignIn).toBeUndefined();
    expect(await store.changes.head()).toBe(head);
    await expect(identityOf(second).signIn({ domain: 'default', username: 'admin', password: 'another' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
  });

  it.each([0, 1, 2, 3])('the first filling goes on after dying in its transaction %i, and then tells the passwords', async (count) => {
    const settings = { sampleServers: 150, adminPassword: undefined, samplePassword: undefined };
    const dying = await createEngine(dyingAfter(store, count), new ManualClock(), settings);
    await expect(dying.start()).rejects.toThrow('the process died');
    const engine = await start(settings);
    const admin = engine.firstSignIn?.users.find((user) => user.name === 'admin');
    expect(admin).toMatchObject({ domain: 'Default', generated: true });
    const principal = await identityOf(engine).signIn({ domain: 'default', username: 'admin', password: admin?.password ?? '' });
    expect(await all(store, 'server')).toHaveLength(150);
    const actor = {
      userId: principal.userId,
      userName: 'admin',
      domainId: 'default',
      scope: { type: 'system' } as const,
      sessionHash: null,
      scopeTokenHash: null,
    };
    expect(await violations(store, new Caller(engine, store, actor))).toEqual([]);
  });

  it('the first filling is done by one of two processes that start at once', async () => {
    const settings = { sampleServers: 30, samplePassword: undefined };
    const [one, other] = await Promise.all([start(settings), start(settings)]);
    expect([one.firstSignIn, other.firstSignIn].filter((told) => told !== undefined)).toHaveLength(1);
    expect(await violations(store, new Caller(one, store, await adminActor(one)))).toEqual([]);
    expect(await all(store, 'server')).toHaveLength(30);
  });

  it.each([2, 3, 4])(
    'a process waits for the first filling that another took over before its lease was renewed %i times',
    async (times) => {
      const settings = { sampleServers: 120, samplePassword: undefined };
      let holds = 0;
      let other: EmbeddedEngine | undefined;
      const hold: Store['leases']['hold'] = async (lease, owner, ms) => {
        if (lease.endsWith(':seed') && (holds += 1) === times) {
          // As if this process had slept over the end of its lease.
          await store.leases.release(lease, owner);
          other = await startEngine(store, new ManualClock(), settings, 'another process');
          engines.push(other);
        }
        return store.leases.hold(lease, owner, ms);
      };
      const leases = { hold, release: store.leases.release };
      const { read, records, changes, transaction } = store;
      const engine = await start(settings, { ...store, read, records, changes, transaction, leases });
      expect(other?.firstSignIn?.users).toHaveLength(6);
      expect(engine.firstSignIn).toBeUndefined();
      const lead = other!.firstSignIn!.users.find((user) => user.name === 'acme-lead')!;
      await identityOf(engine).signIn({ domain: 'acme', username: 'acme-lead', password: lead.password });
      expect(await all(store, 'server')).toHaveLength(120);
      expect(await violations(store, new Caller(engine, store, await adminActor(engine)))).toEqual([]);
    },
  );

  it('the first filling stores no password in clear text and generates long ones', async () => {
    const engine = await start({ samplePassword: undefined });
    const generated = engine.firstSignIn?.users.filter((user) => user.generated) ?? [];
    expect(generated.map((user) => user.name).toSorted()).toEqual([
      'acme-admin',
      'acme-lead',
      'acme-member',
      'acme-viewer',
      'globex-member',
    ]);
    expect(generated[0]?.password).toMatch(/^[\w-]{24}$/);
    const records = await store.records.list(RECORDS, 'passwords');
    expect(records).toHaveLength(6);
    const kept = JSON.stringify(records);
    for (const { password } of engine.firstSignIn?.users ?? []) expect(kept).not.toContain(password);
    expect(new Set(records.map(({ value }) => (value as { salt: string }).salt)).size).toBe(6);
  });

  const adminActor = async (engine: EmbeddedEngine) => {
    const principal = await identityOf(engine).signIn({ domain: 'default', username: 'admin', password: PASSWORDS.adminPassword });
    return {
      userId: principal.userId,
      userName: 'admin',
      domainId: 'default',
      scope: { type: 'system' } as const,
      sessionHash: null,
      scopeTokenHash: null,
    };
  };
});
