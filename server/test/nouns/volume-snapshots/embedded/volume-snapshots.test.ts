import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { Documents } from '../../../../src/port/store/rows.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import { anyDatabase, openTestStore } from '../../../support/databases.ts';
import { mustHold } from '../../../engines/embedded/support/invariants.ts';
import { Caller, ENGINE, refusal, serverOf, smallPlatform, startEngine, TIMINGS } from '../../../engines/embedded/support/platform.ts';

type Opened = Awaited<ReturnType<typeof openTestStore>>;
const CREATE = 'volume_snapshot.create';
const DELETE = 'volume_snapshot.delete';

describe.each(anyDatabase)('snapshots of volumes of the embedded platform on $name', ({ name }) => {
  let opened: Opened;
  let clock: ManualClock;
  let engine: EmbeddedEngine;
  let caller: Caller;

  beforeAll(async () => {
    opened = await openTestStore(name);
    ({ clock, engine, caller } = await smallPlatform(opened.store));
  });
  // Quotas count the snapshots that there are, whatever a test has done.
  afterEach(() => mustHold(opened.store, caller));
  afterAll(async () => {
    await engine.stop();
    await opened.close();
  });

  const settled = () => clock.advance(TIMINGS.build);
  const documentOf = async <K extends 'volume' | 'volume_snapshot'>(kind: K, id: string): Promise<Documents[K] | undefined> =>
    (await opened.store.read.get({ engine: ENGINE, kind, id }))?.document as Documents[K] | undefined;
  const statusOf = async (id: string) => (await documentOf('volume_snapshot', id))?.status;
  /** A server that runs, and its boot volume. */
  async function running(more: Parameters<Caller['create']>[0] = {}): Promise<{ server: string; volume: string }> {
    const server = await caller.create(more);
    await settled();
    return { server, volume: (await serverOf(opened.store, server))!.volumes[0]!.id };
  }
  const take = (volume: string, asking = {}) => caller.accept(CREATE, null, { volume_id: volume, name: 'moment' }, asking);
  const remove = async (id: string) => {
    const row = await opened.store.read.get({ engine: ENGINE, kind: 'volume_snapshot', id });
    return caller.command(DELETE).accept(caller.context(), row ?? null, {});
  };

  it('volume snapshots take time, once per task, and go on after a restart', async () => {
    const { volume } = await running();
    const task = { taskId: `task-${name}` };
    const accepted = await take(volume, task);
    expect((await take(volume, task)).id).toBe(accepted.id);
    expect(await statusOf(accepted.id)).toBe('creating');
    expect(await refusal(remove(accepted.id))).toMatchObject({ code: 'state_conflict', reason: { code: 'wrong_status' } });
    await engine.stop();
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
    await settled();
    await caller.settle(CREATE, accepted);
    expect(await statusOf(accepted.id)).toBe('available');
  });

  it('volume snapshots keep their volume when its server goes, and go themselves on request', async () => {
    const { server, volume } = await running();
    const { id } = await take(volume);
    await settled();
    await caller.accept('server.delete', server);
    await settled();
    expect(await serverOf(opened.store, server)).toBeUndefined();
    expect(await documentOf('volume', volume)).toMatchObject({ status: 'available', attachments: [] });
    const accepted = await remove(id);
    expect(await statusOf(id)).toBe('deleting');
    await settled();
    await caller.settle(DELETE, accepted);
    expect(await statusOf(id)).toBeUndefined();
    expect(await caller.command(DELETE).recover!(caller.context(), id, {})).toMatchObject({ id });
  });

  it('volume snapshots become boot volumes of their own, in the size that is asked for', async () => {
    const { server, volume } = await running();
    const { id } = await take(volume);
    const fresh = { image_id: undefined, snapshot_id: id };
    expect(await refusal(caller.create(fresh))).toMatchObject({ fields: { snapshot_id: [{ code: 'snapshot_not_available' }] } });
    await settled();
    const made = await running({ ...fresh, volume_size: 20 });
    expect(await documentOf('volume', made.volume)).toMatchObject({ size: 20, snapshot_id: id, bootable: true });
    expect((await serverOf(opened.store, made.server))?.image).toEqual((await serverOf(opened.store, server))?.image);
    expect(await refusal(caller.create({ ...fresh, volume_size: 8000 }))).toMatchObject({ code: 'quota_exceeded' });
    await remove(id);
    await settled();
    expect(await documentOf('volume', made.volume)).toMatchObject({ status: 'in-use' });
  });

  it('volume snapshots become further volumes of new servers, also of what nothing boots from', async () => {
    const { server } = await running({ volumes: [{ size: 3, name: 'data' }] });
    const [, data] = (await serverOf(opened.store, server))!.volumes;
    const { id } = await take(data!.id);
    const further = (size?: number) => ({ volumes: [{ snapshot_id: id!, ...(size !== undefined && { size }) }] });
    const refused = async (size?: number) => (await refusal(caller.create(further(size)))).fields;
    expect(await refused()).toEqual({ 'volumes.0.snapshot_id': [{ code: 'snapshot_not_available', params: { status: 'creating' } }] });
    await settled();
    expect(await refused(2)).toEqual({ 'volumes.0.size': [{ code: 'too_small', params: { min: 3 } }] });
    const made = await running({ ...further(), name: 'again' });
    const [boot, second] = (await serverOf(opened.store, made.server))!.volumes;
    expect(await documentOf('volume', boot!.id)).toMatchObject({ bootable: true, snapshot_id: null });
    expect(await documentOf('volume', second!.id)).toMatchObject({ size: 3, snapshot_id: id, name: 'again-volume-1', status: 'in-use' });
    expect(second).toMatchObject({ delete_on_termination: false });
  });

  it('volume snapshots are not taken while their server is on its way, nor where the server says that they fail', async () => {
    const { server, volume } = await running({ metadata: { 'gantry.fault': 'volume_snapshot' } });
    await caller.accept('server.suspend', server);
    expect(await refusal(take(volume))).toMatchObject({ code: 'state_conflict', reason: { code: 'server_in_progress' } });
    await settled();
    expect(await refusal(take(volume))).toMatchObject({ code: 'state_conflict', reason: { code: 'server_status' } });
    await caller.accept('server.resume', server);
    await settled();
    const accepted = await take(volume);
    await settled();
    expect(await refusal(caller.settle(CREATE, accepted))).toMatchObject({ code: 'engine_refused' });
    expect(await statusOf(accepted.id)).toBe('error');
    await remove(accepted.id);
    await settled();
    expect(await statusOf(accepted.id)).toBeUndefined();
  });

  it('volume snapshots are as many as the quota has', async () => {
    const { volume } = await running();
    for (;;) {
      const outcome = await take(volume).catch((error: { code: string; params: object }) => error);
      if (!('code' in outcome)) continue;
      expect(outcome).toMatchObject({ code: 'quota_exceeded', params: { resource: 'snapshots' } });
      break;
    }
    await settled();
  });
});
