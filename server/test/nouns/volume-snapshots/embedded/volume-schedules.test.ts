import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ManualClock } from '../../../../src/engines/embedded/platform/clock.ts';
import type { EmbeddedEngine } from '../../../../src/engines/embedded/index.ts';
import { openTestStore } from '../../../support/databases.ts';
import { mustHold } from '../../../engines/embedded/support/invariants.ts';
import { all, Caller, ENGINE, serverOf, smallPlatform, startEngine, TIMINGS } from '../../../engines/embedded/support/platform.ts';

const HOUR = 3_600_000;

describe('snapshots on a schedule', () => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let clock: ManualClock;
  let engine: EmbeddedEngine;
  let caller: Caller;
  let volume: string;
  beforeAll(async () => {
    opened = await openTestStore('sqlite');
    ({ clock, engine, caller } = await smallPlatform(opened.store));
    const server = await caller.create({});
    await clock.advance(TIMINGS.build);
    volume = (await serverOf(opened.store, server))!.volumes[0]!.id;
  });
  afterEach(() => mustHold(opened.store, caller));
  afterAll(async () => {
    await engine.stop();
    await opened.close();
  });

  const schedule = async (body: object) => {
    const row = await opened.store.read.get({ engine: ENGINE, kind: 'volume', id: volume });
    return caller.command('volume.schedule').accept(caller.context(), row ?? null, body);
  };
  const taken = async () => (await all(opened.store, 'volume_snapshot')).map(({ name, status }) => ({ name, status }));
  const pass = async (hours: number) => {
    await clock.advance(hours * HOUR);
    await clock.advance(TIMINGS.snapshot);
  };

  it('scheduled snapshots are taken each so many hours, and the newest are kept', async () => {
    await schedule({ hours: 6, keep: 2 });
    expect((await all(opened.store, 'volume'))[0]).toMatchObject({ snapshot_schedule: { hours: 6, keep: 2 } });
    await pass(5);
    expect(await taken()).toEqual([]);
    await pass(1);
    expect(await taken()).toMatchObject([{ status: 'available' }]);
    await pass(6);
    const [first] = await taken();
    expect(await taken()).toHaveLength(2);
    await pass(6);
    expect(await taken()).toHaveLength(2);
    expect(await taken()).not.toContainEqual(first);
  });

  it('scheduled snapshots go on after a restart, and what was missed is not made up for', async () => {
    await engine.stop();
    clock.advance(60 * HOUR);
    engine = await startEngine(opened.store, clock);
    caller = new Caller(engine, opened.store, caller.actor);
    await pass(1);
    expect(await taken()).toHaveLength(2);
  });

  it('a volume tells why its last scheduled snapshot is missing, until one is taken again', async () => {
    const { domain_id: domainId } = (await all(opened.store, 'volume'))[0]!;
    const limit = (snapshots: number) => caller.accept('domain.setQuota', domainId, { snapshots });
    const missed = async () => (await all(opened.store, 'volume'))[0]!.snapshot_schedule?.missed;
    await limit(0);
    await pass(6);
    expect(await missed()).toBe('quota');
    await limit(-1);
    await pass(6);
    expect(await missed()).toBeNull();
  });

  it('scheduled snapshots end on request, and those that were taken stay', async () => {
    await schedule({ hours: 1, keep: 0 });
    const before = await taken();
    await pass(24);
    expect(await taken()).toEqual(before);
    expect((await all(opened.store, 'volume'))[0]).toMatchObject({ snapshot_schedule: null });
  });
});
