import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { Documents } from '../../../../src/port/store/rows.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import { databases, openTestStore } from '../../../support/databases.ts';
import { mustHold } from '../../../engines/embedded/support/invariants.ts';
import {
  Caller,
  ENGINE,
  idOfName,
  RECORDS,
  refusal,
  serverOf,
  smallPlatform,
  startEngine,
  TIMINGS,
} from '../../../engines/embedded/support/platform.ts';

const CREATE = 'volume.create';
const DELETE = 'volume.delete';
const HALF = TIMINGS.volume / 2;

describe.each(databases)('volumes of the embedded platform on $name', ({ name }) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let clock: ManualClock;
  let engine: EmbeddedEngine;
  let caller: Caller;

  beforeAll(async () => {
    opened = await openTestStore(name);
    ({ clock, engine, caller } = await smallPlatform(opened.store));
  });
  afterEach(() => mustHold(opened.store, caller));
  afterAll(async () => {
    await engine.stop();
    await opened.close();
  });

  const documentOf = async <K extends 'volume' | 'volume_snapshot'>(kind: K, id: string): Promise<Documents[K] | undefined> =>
    (await opened.store.read.get({ engine: ENGINE, kind, id }))?.document as Documents[K] | undefined;
  const statusOf = async (id: string) => (await documentOf('volume', id))?.status;
  const make = async (body: object = {}, asking = {}) => caller.accept(CREATE, null, { name: 'data', size: 1, ...body }, asking);
  const made = async (body: object = {}) => {
    const { id } = await make(body);
    await clock.advance(TIMINGS.volume);
    return id;
  };
  const restart = async () => {
    await engine.stop();
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
  };

  it('volumes take time to come and to go, once per task, also over a restart', async () => {
    const task = { taskId: `task-${name}` };
    const accepted = await make({}, task);
    expect((await make({}, task)).id).toBe(accepted.id);
    expect(await statusOf(accepted.id)).toBe('creating');
    expect((await refusal(caller.accept(DELETE, accepted.id))).reason).toMatchObject({ code: 'volume_in_progress' });
    await mustHold(opened.store, caller);
    await restart();
    await clock.advance(TIMINGS.volume);
    await caller.settle(CREATE, accepted);
    expect(await statusOf(accepted.id)).toBe('available');
    const going = await caller.accept(DELETE, accepted.id);
    expect(await statusOf(accepted.id)).toBe('deleting');
    await clock.advance(TIMINGS.volume);
    await caller.settle(DELETE, going);
    expect(await statusOf(accepted.id)).toBeUndefined();
    expect(await caller.command(DELETE).recover!(caller.context(), accepted.id, {})).toMatchObject({ id: accepted.id });
  });

  it('a volume made of an image is there before it has been downloaded', async () => {
    const { id } = await make({ size: undefined, image_id: await idOfName(opened.store, 'image', 'Debian 13') });
    const seen = [await statusOf(id)];
    for (let half = 0; half < 2; half += 1) {
      await clock.advance(HALF);
      seen.push(await statusOf(id));
    }
    expect(seen).toEqual(['creating', 'downloading', 'available']);
  });

  it('volumes are not deleted while a snapshot of them is being taken or deleted', async () => {
    const id = await made();
    const snapshot = await caller.accept('volume_snapshot.create', null, { volume_id: id, name: 'moment' });
    const used = { code: 'state_conflict', reason: { code: 'still_used_by_volume_snapshot', params: { count: 1, names: 'moment' } } };
    expect(await refusal(caller.accept(DELETE, id))).toMatchObject(used);
    await clock.advance(TIMINGS.snapshot);
    await caller.accept('volume_snapshot.delete', snapshot.id);
    expect(await refusal(caller.accept(DELETE, id))).toMatchObject(used);
    await clock.advance(TIMINGS.snapshot);
    await caller.accept(DELETE, id);
    expect((await refusal(caller.accept('volume_snapshot.create', null, { volume_id: id, name: 'late' }))).reason).toMatchObject({
      code: 'volume_in_progress',
    });
    await clock.advance(TIMINGS.volume);
  });

  it('what an older version has begun with volumes, their snapshots and their servers ends when it was due', async () => {
    const server = await caller.create({ metadata: { 'gantry.guest': 'halts' } });
    await clock.advance(TIMINGS.build);
    const [growing, coming, parent] = [await made(), await made(), await made()];
    const grown = await caller.accept('volume.extend', growing, { size: 3 });
    const attached = await caller.accept('server.attachVolume', server, { volume_id: coming });
    const { id: moment } = await caller.accept('volume_snapshot.create', null, { volume_id: parent, name: 'older' });
    await engine.stop();
    // As it kept them.
    await opened.store.transaction(async ({ records }) => {
      for (const { key, value, due } of await records.due(RECORDS, 'changes', '9999-12-31T23:59:59.999Z', 100)) {
        const { does, accepted, begun, details } = value as { does: string; accepted: string | null; begun: string; details: object };
        const action = does.split('.')[1]!;
        const bucket = does === 'server.halt' ? 'halts' : does === 'volume.extend' ? 'volumeExtensions' : does.startsWith('volume.') ? 'volumeChanges' : 'snapshotChanges'; // prettier-ignore
        const older = bucket === 'halts' ? { since: begun } : { action, accepted, ...details };
        await records.put(RECORDS, bucket, key.slice(key.indexOf(':') + 1), older, due);
        await records.remove(RECORDS, 'changes', key);
      }
    });
    expect(await opened.store.records.list(RECORDS, 'changes')).toEqual([]);
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
    await mustHold(opened.store, caller);
    await clock.advance(TIMINGS.snapshot);
    await caller.settle('volume.extend', grown);
    await caller.settle('server.attachVolume', attached);
    expect(await documentOf('volume', growing)).toMatchObject({ size: 3, status: 'available' });
    expect(await statusOf(coming)).toBe('in-use');
    expect((await documentOf('volume_snapshot', moment))?.status).toBe('available');
    await clock.advance(TIMINGS.halt);
    expect((await serverOf(opened.store, server))?.status).toBe('SHUTOFF');
    for (const bucket of ['halts', 'volumeExtensions', 'volumeChanges', 'snapshotChanges'])
      expect(await opened.store.records.list(RECORDS, bucket)).toEqual([]);
  });

  it('volumes and networks count in quotas that an older version has kept', async () => {
    await engine.stop();
    const { scope } = caller.actor;
    const project = scope.type === 'project' ? scope.projectId : '';
    const without = ({ networks: _networks, ...others }: Record<string, unknown>) => others;
    await opened.store.transaction(async ({ records }) => {
      for (const { key, value } of await records.list(RECORDS, 'quotas', { limit: 100 })) {
        const { limits, used } = value as Record<'limits' | 'used', Record<string, unknown>>;
        await records.put(RECORDS, 'quotas', key, { limits: without(limits), used: without(used) });
      }
      await records.put(RECORDS, 'seed', 'first', without((await records.get(RECORDS, 'seed', 'first')) as Record<string, unknown>));
    });
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
    const quota = (await caller.live('quota.read', 'project', project, { usage: true })) as { networks: object };
    expect(quota.networks).toEqual({ limit: 100, used: 1 });
  });
});
