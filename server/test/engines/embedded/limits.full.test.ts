import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import { ManualClock } from '../../../src/engines/embedded/platform/clock.ts';
import type { EmbeddedEngine } from '../../../src/engines/embedded/index.ts';
import { anyDatabase, openTestStore } from '../../support/databases.ts';
import { acmeProd, all, Caller, idOfName, RECORDS, serverOf, smallPlatform, startEngine } from './support/platform.ts';
import { violations } from './support/invariants.ts';

/** How often each outcome came: 'made', or the error's code and parameters. */
function outcomes(results: readonly PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const error: unknown = result.status === 'rejected' ? result.reason : undefined;
    const key =
      error === undefined ? 'made' : error instanceof GantryError ? [error.code, ...Object.values(error.params)].join(' ') : String(error);
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe.each(anyDatabase)('limits of the embedded platform on $name', ({ name }) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  const engines: EmbeddedEngine[] = [];

  beforeEach(async () => {
    opened = await openTestStore(name);
  });
  afterEach(async () => {
    for (const engine of engines.splice(0)) await engine.stop();
    await opened.close();
  });

  const open = async (settings: Parameters<typeof smallPlatform>[1]) => {
    const made = await smallPlatform(opened.store, settings);
    engines.push(made.engine);
    return made;
  };
  /** Sets a limit of acme-prod, as an administrator's call will. */
  const limit = (caller: Caller, resource: string, value: number) =>
    opened.store.transaction(async ({ records }) => {
      const { scope } = caller.actor;
      const key = scope.type === 'project' ? scope.projectId : '';
      const before = (await records.get(RECORDS, 'quotas', key)) as { limits: object; used: object };
      await records.put(RECORDS, 'quotas', key, { ...before, limits: { ...before.limits, [resource]: value } });
    });

  it('a quota of ten gives ten of a hundred servers requested at once of two processes, and tells ninety why not', async () => {
    const { caller, clock } = await open({});
    const second = await startEngine(opened.store, clock);
    engines.push(second);
    const callers = [caller, new Caller(second, opened.store, await acmeProd(second))];
    await limit(caller, 'instances', 10);
    const body = await caller.body();
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => callers[index % 2]!.accept('server.create', null, { ...body, name: `race-${index}` })),
    );
    expect(outcomes(results)).toEqual({ made: 10, 'quota_exceeded instances': 90 });
    expect(await violations(opened.store, caller)).toEqual([]);
    expect(await all(opened.store, 'server')).toHaveLength(10);
  });

  it.each([
    ['instances', 0],
    ['cores', 3],
    ['ram', 8191],
    ['volumes', 0],
    ['gigabytes', 39],
  ])('refuses what goes beyond the quota of %s, and takes nothing', async (resource, value) => {
    const { caller } = await open({});
    await limit(caller, resource, value);
    const flavor_id = await idOfName(opened.store, 'flavor', 'large');
    await expect(caller.create({ flavor_id })).rejects.toMatchObject({ code: 'quota_exceeded', params: { resource } });
    expect(await violations(opened.store, caller)).toEqual([]);
    await limit(caller, resource, value + 1);
    await caller.create({ flavor_id });
    expect(await violations(opened.store, caller)).toEqual([]);
  });

  it('lets no project take more than the quota of its domain, tells so, and counts on after a restart', async () => {
    const { caller, clock, engine } = await open({});
    const projects = await all(opened.store, 'project');
    const [prod, dev] = ['acme-prod', 'acme-dev'].map((wanted) => projects.find(({ name: one }) => one === wanted)!);
    const other = new Caller(engine, opened.store, {
      ...caller.actor,
      scope: { type: 'project', projectId: dev!.id, domainId: dev!.domain_id },
    });
    const domainId = prod!.domain_id;
    const quota = async (of = caller) =>
      (await of.live('domain.readQuota', 'domain', domainId, { usage: true })) as Record<'instances' | 'routers', object>;
    await caller.create({ name: 'before' });
    expect((await quota()).instances).toEqual({ limit: -1, used: 1 });
    await caller.accept('domain.setQuota', domainId, { instances: 2, routers: 1 });
    expect((await quota()).instances).toEqual({ limit: 2, used: 1 });
    expect(await violations(opened.store, caller)).toEqual([]);
    const router = await other.accept('router.create', null, { name: 'the only one' });
    await expect(caller.accept('router.create', null, { name: 'one more' })).rejects.toMatchObject({
      code: 'domain_quota_exceeded',
      params: { resource: 'routers' },
    });
    const second = await caller.create({ name: 'second' });
    await expect(caller.create({ name: 'third' })).rejects.toMatchObject({
      code: 'domain_quota_exceeded',
      params: { resource: 'instances' },
    });
    expect(await violations(opened.store, caller)).toEqual([]);
    await engine.stop();
    const again = await startEngine(opened.store, clock);
    engines.push(again);
    const later = new Caller(again, opened.store, caller.actor);
    expect(await quota(later)).toMatchObject({ instances: { limit: 2, used: 2 }, routers: { limit: 1, used: 1 } });
    await clock.advance(4000);
    await later.accept('server.delete', second);
    await clock.advance(4000);
    await later.create({ name: 'in its place' });
    await later.accept('router.delete', router.id);
    await later.accept('router.create', null, { name: 'now' });
    expect(await violations(opened.store, later)).toEqual([]);
    // Below what is used: what there is stays.
    await later.accept('domain.setQuota', domainId, { instances: 1 });
    await expect(later.create({ name: 'refused' })).rejects.toMatchObject({ code: 'domain_quota_exceeded' });
    await later.accept('domain.setQuota', domainId, { instances: -1, routers: -1 });
    expect((await quota(later)).instances).toEqual({ limit: -1, used: 2 });
    await later.create({ name: 'free again' });
    expect(await violations(opened.store, later)).toEqual([]);
  });

  it('a quota of -1 sets no limit', async () => {
    const { caller } = await open({});
    await limit(caller, 'instances', -1);
    await caller.create();
    expect(await all(opened.store, 'server')).toHaveLength(1);
  });

  it.each([
    ['cores', { vcpus: 3, ram: 65_536, disk: 1000 }],
    ['memory', { vcpus: 64, ram: 1536, disk: 1000 }],
    ['disk', { vcpus: 64, ram: 65_536, disk: 15 }],
  ])('fills nodes up to their last %s, and not beyond', async (_, size) => {
    const { caller } = await open({ nodes: { count: 2, ...size } });
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => caller.create()));
    expect(outcomes(results)).toEqual({ made: 6, no_capacity: 2 });
    expect(await violations(opened.store, caller)).toEqual([]);
  });

  it('spreads servers, and finds the one node among many that still fits', async () => {
    const { caller, clock } = await open({ nodes: { count: 45, vcpus: 2, ram: 4096, disk: 100 } });
    for (const resource of ['instances', 'cores', 'volumes']) await limit(caller, resource, -1);
    const medium = await idOfName(opened.store, 'flavor', 'medium');
    for (let index = 0; index < 44; index += 1) await caller.create();
    await clock.advance(4000);
    expect(new Set((await all(opened.store, 'server')).map(({ host }) => host)).size).toBe(44);
    const id = await caller.create({ flavor_id: medium });
    await clock.advance(4000);
    expect((await serverOf(opened.store, id))?.host).toBe('node-045');
    await expect(caller.create({ flavor_id: medium })).rejects.toMatchObject({ code: 'no_capacity' });
    expect(await violations(opened.store, caller)).toEqual([]);
  });

  it('hands out every address of a network once, lowest first, and says when there is none left', async () => {
    const { caller, clock, engine } = await open({ nodes: { count: 5, vcpus: 100 } });
    for (const resource of ['instances', 'cores', 'ram', 'volumes', 'gigabytes']) await limit(caller, resource, -1);
    const network = (await all(opened.store, 'network')).find((item) => item.name === 'acme-prod-private')!;
    const body = await caller.body();
    // Two ports for each server, and one server with a single one: 253 addresses.
    const twice = { ...body, network_ids: [network.id, network.id] };
    const made = [await caller.accept('server.create', null, body)];
    for (let index = 0; index < 126; index += 1) made.push(await caller.accept('server.create', null, twice));
    await expect(caller.accept('server.create', null, body)).rejects.toMatchObject({ code: 'no_free_address' });
    expect(await violations(opened.store, caller)).toEqual([]);
    await clock.advance(4000);
    const [low, high] = [made[3]!.id, made[90]!.id];
    const lowest = (await serverOf(opened.store, low))?.networks[0]?.ips;
    for (const id of [high, low]) await caller.accept('server.delete', id);
    await clock.advance(1000);
    const again = await caller.create();
    expect((await serverOf(opened.store, again))?.networks[0]?.ips).toEqual(lowest);
    expect(await violations(opened.store, new Caller(engine, opened.store, caller.actor))).toEqual([]);
  });

  it('a creation reserves nothing when the last of its networks has no free address', async () => {
    const { caller } = await open({});
    const [full, own] = [await idOfName(opened.store, 'network', 'public'), await idOfName(opened.store, 'network', 'acme-prod-private')];
    const subnet = (await all(opened.store, 'network')).find(({ id }) => id === full)!.subnets[0]!;
    const [range] = await opened.store.records.list(RECORDS, 'addresses', { prefix: subnet.id });
    await opened.store.transaction(({ records }) => records.remove(RECORDS, 'addresses', range!.key));
    await expect(caller.create({ network_ids: [own, full] })).rejects.toMatchObject({ code: 'no_free_address', detail: 'public' });
    expect(await all(opened.store, 'volume')).toEqual([]);
    const wrong = await violations(opened.store, caller);
    expect(wrong.filter((text) => !text.startsWith('addresses of public'))).toEqual([]);
  });

  it('a creation needs no clock where the times of the platform are zero', async () => {
    const engine = await startEngine(opened.store, new ManualClock(), { timings: { build: 0, start: 0, stop: 0, reboot: 0, delete: 0 } });
    engines.push(engine);
    const caller = new Caller(engine, opened.store, await acmeProd(engine));
    const accepted = await caller.accept('server.create', null, await caller.body());
    await caller.settle('server.create', accepted);
    expect(await serverOf(opened.store, accepted.id)).toMatchObject({ status: 'ACTIVE', task_state: null });
  });
});
