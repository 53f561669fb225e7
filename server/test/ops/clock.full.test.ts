import { pino } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { keepHouse } from '../../src/app/housekeeping.ts';
import { createTimeTrust } from '../../src/app/time-trust.ts';
import { createForwardClock } from '../../src/port/clock.ts';
import type { Store } from '../../src/port/store/store.ts';
import { acmeProd, Caller, RECORDS, serverOf, smallPlatform, startEngine } from '../engines/embedded/support/platform.ts';
import { ManualClock } from '../../src/engines/embedded/platform/clock.ts';
import { databases, openTestStore } from '../support/databases.ts';

const DAY = 86_400_000;
const START = Date.UTC(2026, 10, 23);

/** The machine's time, which anybody may set, and one that only goes on. */
function clocks(start = START) {
  let [wall, steady] = [start, 5_000];
  return {
    wall: { now: () => wall },
    steady: { now: () => steady },
    pass: (ms: number): void => void ([wall, steady] = [wall + ms, steady + ms]),
    set: (ms: number): void => void (wall = ms),
  };
}

describe('the clock of the embedded platform', () => {
  it('the embedded clock keeps its pace where the machine is set back, and follows it when that is set right again', () => {
    const machine = clocks();
    const clock = createForwardClock(machine.wall, machine.steady);
    expect(clock.now()).toBe(START);
    machine.pass(1_000);
    expect(clock.now()).toBe(START + 1_000);
    machine.set(START - 7_200_000);
    expect(clock.now()).toBe(START + 1_000);
    machine.pass(2_000);
    expect(clock.now()).toBe(START + 3_000);
    machine.set(START + 3_000);
    expect(clock.now()).toBe(START + 3_000);
    machine.pass(500);
    expect(clock.now()).toBe(START + 3_500);
  });

  it('the embedded clock follows a machine that is set forward', () => {
    const machine = clocks();
    const clock = createForwardClock(machine.wall, machine.steady);
    machine.set(START + 2 * DAY);
    expect(clock.now()).toBe(START + 2 * DAY);
  });
});

describe.each(databases)('a store on $name whose machine is set back', ({ name }) => {
  let store: Store;
  let close: () => Promise<void>;
  afterEach(() => close());

  it('a reboot that was begun when the clock was two hours ahead ends after the machine is set back', async () => {
    ({ store, close } = await openTestStore(name));
    const { clock, engine } = await smallPlatform(store);
    const caller = new Caller(engine, store, await acmeProd(engine));
    const id = await caller.create();
    for (let step = 0; step < 5; step += 1) await clock.advance(1_000);
    expect((await serverOf(store, id))?.status).toBe('ACTIVE');
    await caller.accept('server.reboot', id, { type: 'SOFT' });
    await engine.stop();
    const earlier = new ManualClock(clock.now() - 7_200_000);
    const again = await startEngine(store, earlier);
    for (let step = 0; step < 5; step += 1) await earlier.advance(1_000);
    expect(await serverOf(store, id)).toMatchObject({ status: 'ACTIVE', task_state: null });
    expect(await store.records.list(RECORDS, 'transitions')).toEqual([]);
    await again.stop();
  });

  it('leases that were taken when the clock was two hours ahead can be taken by another owner', async () => {
    ({ store, close } = await openTestStore(name));
    expect(await store.leases.hold('one', 'ahead', 7_200_000)).toBeDefined();
    expect(await store.leases.hold('one', 'present', 15_000)).toMatchObject({ owner: 'present' });
    expect(await store.leases.hold('one', 'another', 15_000)).toBeUndefined();
  });
});

describe.each(databases)('housekeeping on $name', ({ name }) => {
  let store: Store;
  let close: () => Promise<void>;
  afterEach(() => close());

  /** Tidies once; whether the entry of the audit is still there. */
  async function tidy(machine: ReturnType<typeof clocks>): Promise<boolean> {
    const stop = keepHouse(store, { auditDays: 365, idle: DAY }, pino({ level: 'silent' }), machine);
    await stop();
    return (await store.audit.list({ limit: 1 })).length === 1;
  }
  const entry = (at: number) => ({
    at: new Date(at).toISOString(),
    userId: null,
    userName: null,
    domainId: null,
    projectId: null,
    call: 'servers.start',
    target: null,
    status: 202,
    errorCode: null,
    requestId: 'r',
    address: null,
    body: null,
  });

  it('housekeeping deletes nothing while the clock is years ahead, also after a restart, and goes on when it is set right', async () => {
    ({ store, close } = await openTestStore(name));
    const machine = clocks();
    await store.audit.append(entry(START));
    expect(await tidy(machine)).toBe(true);
    machine.set(START + 4000 * DAY);
    expect(await tidy(machine)).toBe(true);
    expect(await tidy(clocks(START + 4000 * DAY))).toBe(true);
    machine.set(START + 5 * DAY);
    expect(await tidy(machine)).toBe(true);
    for (let week = 0; week < 53; week += 1) {
      machine.pass(7 * DAY);
      await tidy(machine);
    }
    expect(await tidy(machine)).toBe(false);
  });

  it('housekeeping deletes nothing at its first look if the clock is years ahead of the newest entry of the audit', async () => {
    ({ store, close } = await openTestStore(name));
    await store.audit.append(entry(START));
    expect(await tidy(clocks(START + 4000 * DAY))).toBe(true);
  });

  it('housekeeping believes a clock that has stayed ahead for a day', async () => {
    ({ store, close } = await openTestStore(name));
    await store.audit.append(entry(START));
    const machine = clocks(START + 4000 * DAY);
    const trusted = createTimeTrust(store, machine);
    expect(await trusted()).toEqual({ jump: 4000 * DAY });
    machine.pass(DAY - 1);
    expect(await trusted()).toEqual({ jump: 4001 * DAY - 1 });
    machine.pass(1);
    expect(await trusted()).toEqual({ now: START + 4001 * DAY });
    expect(await tidy(machine)).toBe(false);
  });
});
