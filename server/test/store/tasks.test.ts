import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import { LeaseLost } from '../../src/store/tasks/leases.ts';
import type { Store } from '../../src/port/store/store.ts';
import type { HeldLease, NewTaskRun, TaskRun } from '../../src/port/store/tasks.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';
import { direct } from '../support/direct.ts';

const actor = { userId: 'u', userName: 'ann', domainId: 'd', scope: { type: 'system' } as const, sessionHash: 'h', scopeTokenHash: null };
const MINUTE = 60_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Makes all runs so many minutes older. */
const age = ({ options }: TestPlace, minutes: number): Promise<unknown> => {
  const earlier =
    options.url === undefined
      ? `strftime('%Y-%m-%dT%H:%M:%fZ', created_at, '-${minutes} minutes')`
      : `to_char(created_at::timestamptz at time zone 'UTC' - interval '${minutes} minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return direct(options, `update task_runs set created_at = ${earlier}`);
};

describe.each(databases)('task runs and leases of two processes on $name', ({ name }) => {
  let place: TestPlace;
  let one: Store;
  let two: Store;
  beforeEach(async () => {
    place = await testPlace(name);
    one = await openStore({ ...place.options, owner: 'one' });
    two = await openStore({ ...place.options, owner: 'two' });
  });
  afterEach(async () => {
    await one.close();
    await two.close();
    place.remove();
  });

  const intent = (changes: Partial<NewTaskRun> = {}): NewTaskRun => ({
    id: randomUUID(),
    command: 'server.create',
    engine: 'e',
    phase: 'intended',
    targets: [null],
    body: { password: 'hunter2' },
    actor,
    memo: null,
    ...changes,
  });
  const insert = async (leaseMs: number, changes: Partial<NewTaskRun> = {}): Promise<TaskRun> => {
    const run = await one.transaction((writer) => writer.tasks.insert(intent(changes), 'one', leaseMs));
    if (!run) throw new Error('the key is in use');
    return run;
  };

  it('a task run is kept whole with a sealed body, and loses the body when it ends', async () => {
    const run = await insert(MINUTE, { targets: ['a', null] });
    expect(run).toMatchObject({ fence: 1, cancelRequested: false, body: { password: 'hunter2' }, targets: ['a', null], actor, memo: null });
    expect(await two.tasks.get(run.id)).toEqual(run);
    expect(JSON.stringify(await direct(place.options, 'select * from task_runs'))).not.toContain('hunter2');
    const update = (fence: number, change: Parameters<Parameters<Parameters<Store['transaction']>[0]>[0]['tasks']['update']>[2]) =>
      one.transaction((writer) => writer.tasks.update(run.id, fence, change));
    expect(await update(1, { phase: 'accepted', memo: { n: 1 }, targets: ['a', 'b'] })).toBe(true);
    expect(await one.tasks.get(run.id)).toMatchObject({
      phase: 'accepted',
      memo: { n: 1 },
      targets: ['a', 'b'],
      body: { password: 'hunter2' },
    });
    expect(await update(1, { phase: 'ended' })).toBe(true);
    expect(await one.tasks.get(run.id)).toMatchObject({ phase: 'ended', body: null, memo: { n: 1 } });
    expect(await one.tasks.get('unknown')).toBeUndefined();
  });

  it('task runs are taken over when their lease has run out, by one process, with a higher fence', async () => {
    const held = await insert(MINUTE);
    const lost = await insert(1);
    const ended = await insert(1, { phase: 'ended' });
    await wait(20);
    const taken = (await Promise.all([one.tasks.takeOver('one', MINUTE, 10), two.tasks.takeOver('two', MINUTE, 10)])).flat();
    expect(taken).toEqual([{ ...lost, fence: 2 }]);
    expect((await one.tasks.get(held.id))?.fence).toBe(1);
    expect((await one.tasks.get(ended.id))?.fence).toBe(1);
    const update = (fence: number) => one.transaction((writer) => writer.tasks.update(lost.id, fence, { phase: 'accepted' }));
    expect(await update(1)).toBe(false);
    expect((await one.tasks.get(lost.id))?.phase).toBe('intended');
    expect(await update(2)).toBe(true);
  });

  it('many task runs are taken over once each, no more at a time than asked for', async () => {
    const ids = (await Promise.all(Array.from({ length: 12 }, () => insert(1)))).map(({ id }) => id);
    await wait(20);
    const first = await one.tasks.takeOver('one', MINUTE, 5);
    expect(first).toHaveLength(5);
    const rest = (await Promise.all([one.tasks.takeOver('one', MINUTE, 20), two.tasks.takeOver('two', MINUTE, 20)])).flat();
    expect([...first, ...rest].map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('task runs stay with the process that renews their leases', async () => {
    const run = await insert(30);
    const other = await insert(30);
    expect(await one.tasks.renew('one', [run.id, 'unknown'], MINUTE)).toEqual(new Set([run.id]));
    expect(await two.tasks.renew('two', [run.id], MINUTE)).toEqual(new Set());
    expect(await two.tasks.renew('two', [], MINUTE)).toEqual(new Set());
    await wait(60);
    expect((await two.tasks.takeOver('two', MINUTE, 10)).map(({ id }) => id)).toEqual([other.id]);
    expect(await one.tasks.renew('one', [run.id, other.id], MINUTE)).toEqual(new Set([run.id]));
  });

  it('task runs are free at once after an orderly stop of their process', async () => {
    const run = await insert(MINUTE);
    expect(await two.tasks.takeOver('two', MINUTE, 10)).toEqual([]);
    await one.tasks.release('one');
    expect((await two.tasks.takeOver('two', MINUTE, 10)).map(({ id }) => id)).toEqual([run.id]);
  });

  it('task runs can be asked to stop while they have not ended', async () => {
    const run = await insert(MINUTE);
    const cancel = (id: string) => two.transaction((writer) => writer.tasks.requestCancel(id));
    expect(await cancel(run.id)).toBe(true);
    expect((await one.tasks.get(run.id))?.cancelRequested).toBe(true);
    await one.transaction((writer) => writer.tasks.update(run.id, 1, { phase: 'ended' }));
    expect(await cancel(run.id)).toBe(false);
    expect(await cancel('unknown')).toBe(false);
  });

  it('one task run has an idempotency key, which answers for a day, and until its engine refuses', async () => {
    const once = { key: 'digest', bodyHash: 'h1' };
    const claim = (store: Store) => store.transaction((writer) => writer.tasks.insert(intent({ once }), 'one', MINUTE));
    const [run, ...others] = (await Promise.all([claim(one), claim(two), claim(one)])).filter((made) => made !== undefined);
    expect(others).toEqual([]);
    expect(run?.once).toEqual(once);
    expect(await two.tasks.byKey('digest')).toEqual(run);
    expect(await two.tasks.byKey('another')).toBeUndefined();
    const end = (id: string, change: { once?: null }) =>
      one.transaction((writer) => writer.tasks.update(id, 1, { phase: 'ended', ...change }));
    await end(run!.id, {});
    expect(await claim(two)).toBeUndefined();
    await end(run!.id, { once: null });
    expect(await two.tasks.byKey('digest')).toBeUndefined();
    const next = await claim(two);
    expect(next?.id).not.toBe(run!.id);
    await age(place, 24 * 60 + 1);
    expect(await one.tasks.byKey('digest')).toBeUndefined();
    expect((await claim(one))?.once).toEqual(once);
    expect((await one.tasks.get(next!.id))?.once).toBeNull();
  });

  it('tasks that ended are found by their age and forgotten', async () => {
    const [old, open] = [await insert(MINUTE, { phase: 'ended' }), await insert(MINUTE)];
    await age(place, 60);
    const young = await insert(MINUTE, { phase: 'ended' });
    const before = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
    expect(await one.tasks.endedBefore(before(30), 10)).toEqual([old.id]);
    expect(await one.tasks.endedBefore(before(-1), 10)).toEqual([old.id, young.id]);
    expect(await one.tasks.endedBefore(before(-1), 1)).toEqual([old.id]);
    await one.transaction((writer) => writer.tasks.remove(old.id));
    expect(await one.tasks.get(old.id)).toBeUndefined();
    expect((await one.tasks.get(open.id))?.phase).toBe('intended');
  });

  it('named leases are held by one process, prolonged by it, and free when run out or released', async () => {
    expect(
      (await Promise.all([one.leases.hold('sync', 'one', MINUTE), two.leases.hold('sync', 'two', MINUTE)])).filter(Boolean),
    ).toHaveLength(1);
    await one.leases.release('sync', 'one');
    await two.leases.release('sync', 'two');
    const held = await one.leases.hold('sync', 'one', MINUTE);
    expect(held).toMatchObject({ name: 'sync', owner: 'one' });
    expect(await two.leases.hold('sync', 'two', MINUTE)).toBeUndefined();
    await wait(5);
    expect(await one.leases.hold('sync', 'one', MINUTE)).toEqual(held);
    await two.leases.release('sync', 'two');
    expect(await two.leases.hold('sync', 'two', MINUTE)).toBeUndefined();
    // From now on for a moment only.
    await one.leases.hold('sync', 'one', 1);
    await wait(20);
    expect(await two.leases.hold('sync', 'two', MINUTE)).toMatchObject({ owner: 'two' });
    expect(await one.leases.hold('sync', 'one', MINUTE)).toBeUndefined();
    expect(await one.leases.hold('clock', 'one', MINUTE)).toMatchObject({ name: 'clock' });
  });

  it('a change under a lease is refused once another process has held it, also when the lease comes back', async () => {
    const write = (store: Store, lease: HeldLease, value: string) =>
      store.transaction(async (writer) => {
        await writer.assertHeld(lease);
        await writer.records.put('o', 'b', 'k', value);
      });
    const first = (await one.leases.hold('sync', 'one', 20))!;
    await write(one, first, 'by one');
    await wait(40);
    // Run out, but nobody has taken it: what one writes is still the newest there is.
    await write(one, first, 'by one again');
    const second = (await two.leases.hold('sync', 'two', 20))!;
    await expect(write(one, first, 'too late')).rejects.toBeInstanceOf(LeaseLost);
    await write(two, second, 'by two');
    await wait(40);
    const third = (await one.leases.hold('sync', 'one', MINUTE))!;
    await expect(write(one, first, 'of the former term')).rejects.toBeInstanceOf(LeaseLost);
    expect(await one.records.get('o', 'b', 'k')).toBe('by two');
    await write(one, third, 'by one, anew');
    expect(await two.records.get('o', 'b', 'k')).toBe('by one, anew');
  });
});

describe('a lease on postgres', () => {
  it('a lease cannot be taken between the look at it and the end of the transaction that looked', async () => {
    const place = await testPlace('postgres');
    const [one, two] = [await openStore({ ...place.options, owner: 'one' }), await openStore({ ...place.options, owner: 'two' })];
    const lease = (await one.leases.hold('sync', 'one', 1))!;
    await wait(20);
    const order: string[] = [];
    let taking: Promise<unknown> = Promise.resolve();
    await one.transaction(async (writer) => {
      await writer.assertHeld(lease);
      taking = two.leases.hold('sync', 'two', MINUTE).then((taken) => order.push(`taken by ${taken?.owner}`));
      await wait(100);
      await writer.records.put('o', 'b', 'k', 1);
      order.push('written');
    });
    await taking;
    expect(order).toEqual(['written', 'taken by two']);
    await one.close();
    await two.close();
    place.remove();
  });
});
