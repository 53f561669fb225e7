import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import type { Writer } from '../../../../src/port/store/writer.ts';
import { anyDatabase, openTestStore } from '../../../support/databases.ts';
import { mustHold } from '../../../engines/embedded/support/invariants.ts';
import {
  all,
  Caller,
  ENGINE,
  RECORDS,
  refusal,
  serverOf,
  smallPlatform,
  startEngine,
  TIMINGS,
} from '../../../engines/embedded/support/platform.ts';

describe.each(anyDatabase)('storage policies of the embedded platform on $name', ({ name }) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let clock: ManualClock;
  let engine: EmbeddedEngine;
  let caller: Caller;
  /** Ids of the policies by their names. */
  let ids: Record<string, string>;

  beforeEach(async () => {
    opened = await openTestStore(name);
    ({ clock, engine, caller } = await smallPlatform(opened.store));
    ids = Object.fromEntries((await all(opened.store, 'storage_policy')).map((policy) => [policy.name, policy.id]));
  });
  afterEach(async () => {
    await engine.stop();
    await opened.close();
  });

  const settled = () => clock.advance(TIMINGS.build);
  const project = () => (caller.actor.scope.type === 'project' ? caller.actor.scope.projectId : '');
  /** What the project has of each policy, and may have. */
  async function storage(): Promise<Record<string, [used: number | null, limit: number]>> {
    const quota = (await caller.live('quota.read', 'project', project(), { usage: true })) as Quota;
    return Object.fromEntries(quota.storage_policies.map((policy) => [policy.name, [policy.used, policy.limit]]));
  }
  async function volumesOf(server: string) {
    const volumes = new Map((await all(opened.store, 'volume')).map((volume) => [volume.id, volume]));
    return (await serverOf(opened.store, server))!.volumes.map(({ id }) => volumes.get(id)!);
  }
  const policiesOf = async (server: string) => (await volumesOf(server)).map((volume) => volume.storage_policy_name);
  /** Changes the record of the project's quota as an older version, or an administrator's call, would. */
  const recordQuota = (change: (record: { limits: object; used: object }) => object) =>
    opened.store.transaction(async ({ records }) => {
      const before = (await records.get(RECORDS, 'quotas', project())) as { limits: object; used: object };
      await records.put(RECORDS, 'quotas', project(), change(before));
    });

  /** As an older version left it: without the mark that the policies were given. */
  const unmarked = async ({ records }: Pick<Writer, 'records'>) => {
    const { policies: _given, ...seed } = (await records.get(RECORDS, 'seed', 'first')) as { policies?: true };
    await records.put(RECORDS, 'seed', 'first', seed);
  };

  it('volumes made with a server have the storage policy that is asked for; the default where none is', async () => {
    const volumes = [{ size: 2, storage_policy_id: ids['fast']! }, { size: 3 }];
    const plain = await caller.create({ volume_size: 5, volumes });
    expect(await policiesOf(plain)).toEqual(['default', 'fast', 'default']);
    expect(await storage()).toEqual({ default: [8, -1], fast: [2, 500] });
    const quick = await caller.create({ volume_size: 7, storage_policy_id: ids['fast']! });
    expect(await policiesOf(quick)).toEqual(['fast']);
    expect(await storage()).toEqual({ default: [8, -1], fast: [9, 500] });
    await mustHold(opened.store, caller);
    await settled();
    for (const server of [plain, quick]) await caller.accept('server.delete', server);
    await settled();
    // Those beside the boot volume stay.
    expect(await storage()).toEqual({ default: [3, -1], fast: [2, 500] });
    await mustHold(opened.store, caller);
  });

  it('storage policies count what volumes grow by, their snapshots, and what is made of those', async () => {
    const server = await caller.create({ volume_size: 5, storage_policy_id: ids['fast']! });
    await settled();
    const [boot] = await volumesOf(server);
    await caller.accept('volume.extend', boot!.id, { size: 9 });
    expect((await storage())['fast']).toEqual([9, 500]);
    await settled();
    const moment = await caller.accept('volume_snapshot.create', null, { volume_id: boot!.id, name: 'moment' });
    await settled();
    expect((await storage())['fast']).toEqual([18, 500]);
    const revived = await caller.create({ image_id: undefined, snapshot_id: moment.id, volumes: [{ snapshot_id: moment.id }] });
    expect(await policiesOf(revived)).toEqual(['fast', 'fast']);
    expect((await storage())['fast']).toEqual([36, 500]);
    await mustHold(opened.store, caller);
    await settled();
    await caller.accept('volume_snapshot.delete', moment.id);
    await settled();
    expect((await storage())['fast']).toEqual([27, 500]);
    await mustHold(opened.store, caller);
  });

  it('a storage policy has a limit of its own, beyond which nothing is made of it and nothing is taken', async () => {
    await recordQuota((record) => ({ ...record, limits: { ...record.limits, storage: { fast: 9 } } }));
    const wanted = { volume_size: 5, storage_policy_id: ids['fast']!, volumes: [{ size: 5, storage_policy_id: ids['fast']! }] };
    const before = await storage();
    expect(await refusal(caller.create(wanted))).toMatchObject({ code: 'quota_exceeded', params: { resource: 'gigabytes_fast' } });
    expect(await storage()).toEqual(before);
    const fitting = await caller.create({ ...wanted, volume_size: 4 });
    await settled();
    const [boot] = await volumesOf(fitting);
    const growth = caller.accept('volume.extend', boot!.id, { size: 6 });
    expect(await refusal(growth)).toMatchObject({ code: 'quota_exceeded', params: { resource: 'gigabytes_fast' } });
    // What is of another policy may be had all the same.
    await caller.create({ volume_size: 4 });
    await mustHold(opened.store, caller);
  });

  it('storage policies are refused at their field where nobody knows them', async () => {
    const stranger = ids['fast']!.replace(/^./, (sign) => (sign === '0' ? '1' : '0'));
    const unknown = [{ code: 'unknown_id' }];
    expect(await refusal(caller.create({ storage_policy_id: stranger }))).toMatchObject({ fields: { storage_policy_id: unknown } });
    const further = caller.create({ volumes: [{ size: 1 }, { size: 1, storage_policy_id: stranger }] });
    expect(await refusal(further)).toMatchObject({ fields: { 'volumes.1.storage_policy_id': unknown } });
  });

  it('storage policies are there also where an older version has filled the store, and count what that has made', async () => {
    const server = await caller.create({ volume_size: 6 });
    await settled();
    await engine.stop();
    await opened.store.transaction(async (writer) => {
      for (const id of Object.values(ids)) await writer.remove({ engine: ENGINE, kind: 'storage_policy', id });
      await unmarked(writer);
    });
    await recordQuota(({ limits, used }) => {
      const uncounted = (amounts: object) => Object.fromEntries(Object.entries(amounts).filter(([key]) => !key.startsWith('gigabytes_')));
      return { limits: uncounted(limits), used: uncounted(used) };
    });
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
    const names = (await all(opened.store, 'storage_policy')).map((policy) => [policy.name, policy.is_default]);
    expect(names.toSorted()).toEqual([
      ['default', true],
      ['fast', false],
    ]);
    expect(await storage()).toEqual({ default: [6, -1], fast: [0, 500] });
    await caller.accept('server.delete', server);
    await settled();
    expect(await storage()).toEqual({ default: [0, -1], fast: [0, 500] });
    await mustHold(opened.store, caller);
  });

  it('storage policies keep what an older version said, say how they keep data, and do not come back once deleted', async () => {
    await engine.stop();
    await opened.store.transaction(async (writer) => {
      const rows = await writer.getMany(ENGINE, 'storage_policy', Object.values(ids));
      for (const { domainId, projectId, userId, document, ...row } of rows.values()) {
        const { tier: _tier, redundancy: _redundancy, failure_domain: _apart, ...before } = document;
        const key = { engine: row.engine, kind: row.kind, id: row.id, domainId, projectId, userId };
        await writer.put({ ...key, document: { ...before, description: 'from before' } });
      }
      await unmarked(writer);
    });
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
    const told = { description: 'from before', tier: 0, redundancy: '2', failure_domain: 'host' };
    expect(await all(opened.store, 'storage_policy')).toMatchObject([told, told]);
    await recordQuota((record) => ({ ...record, limits: { ...record.limits, gigabytes_fast: 9 } }));
    await caller.accept('storage_policy.delete', ids['fast']!);
    expect(await storage()).toEqual({ default: [0, -1] });
    await engine.stop();
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
    expect((await all(opened.store, 'storage_policy')).map((policy) => policy.name)).toEqual(['default']);
    const again = await caller.accept('storage_policy.create', null, { name: 'fast' });
    expect(again.id).not.toBe(ids['fast']);
    // Nothing is left of the limit that its namesake had.
    expect((await storage())['fast']).toEqual([0, 500]);
  });

  it('a storage policy stays while a volume is on its way to it', async () => {
    const { id } = await caller.accept('volume.create', null, { name: 'moving', size: 2 });
    await clock.advance(60_000);
    await caller.accept('volume.retype', id, { storage_policy_id: ids['fast'] });
    const early = { code: 'state_conflict', reason: { code: 'still_used_by_volume', params: { count: 1, names: '' } } };
    expect(await refusal(caller.accept('storage_policy.delete', ids['fast']!))).toMatchObject(early);
    await clock.advance(60_000);
    const then = { code: 'state_conflict', reason: { code: 'still_used_by_volume', params: { count: 1, names: 'moving' } } };
    expect(await refusal(caller.accept('storage_policy.delete', ids['fast']!))).toMatchObject(then);
  });
});
