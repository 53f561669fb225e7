import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Store, TaskRun } from '../../src/store/port.ts';
import { databases, testPlace, type TestPlace } from '../support/databases.ts';

const actor = { userId: 'u', userName: 'ann', domainId: 'd', scope: { type: 'system' } as const, sessionHash: 'h', scopeTokenHash: null };
const MINUTE = 60_000;
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function tableText({ options }: TestPlace, table: string): Promise<string> {
  if (options.url === undefined) {
    const database = new DatabaseSync(options.file, { readOnly: true });
    const rows = database.prepare(`select * from ${table}`).all();
    database.close();
    return JSON.stringify(rows);
  }
  const client = new pg.Client(options.url);
  await client.connect();
  const { rows } = await client.query(`select * from ${table}`);
  await client.end();
  return JSON.stringify(rows);
}

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

  const insert = (leaseMs: number, changes: Partial<TaskRun> = {}): Promise<TaskRun> =>
    one.transaction((writer) =>
      writer.tasks.insert(
        {
          id: randomUUID(),
          command: 'server.create',
          engine: 'e',
          phase: 'intended',
          targets: [null],
          body: { password: 'hunter2' },
          actor,
          memo: null,
          ...changes,
        },
        'one',
        leaseMs,
      ),
    );

  it('are kept whole, the body sealed, and without it once ended', async () => {
    const run = await insert(MINUTE, { targets: ['a', null] });
    expect(run).toMatchObject({ fence: 1, cancelRequested: false, body: { password: 'hunter2' }, targets: ['a', null], actor, memo: null });
    expect(await two.tasks.get(run.id)).toEqual(run);
    expect(await tableText(place, 'task_runs')).not.toContain('hunter2');
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

  it('are taken over when their lease has run out, by one process, with a higher fence', async () => {
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

  it('are taken over each once when there are many, no more than asked', async () => {
    const ids = (await Promise.all(Array.from({ length: 12 }, () => insert(1)))).map(({ id }) => id);
    await wait(20);
    const first = await one.tasks.takeOver('one', MINUTE, 5);
    expect(first).toHaveLength(5);
    const rest = (await Promise.all([one.tasks.takeOver('one', MINUTE, 20), two.tasks.takeOver('two', MINUTE, 20)])).flat();
    expect([...first, ...rest].map(({ id }) => id).sort()).toEqual(ids.sort());
  });

  it('stay with the process that renews them', async () => {
    const run = await insert(30);
    const other = await insert(30);
    expect(await one.tasks.renew('one', [run.id, 'unknown'], MINUTE)).toEqual(new Set([run.id]));
    expect(await two.tasks.renew('two', [run.id], MINUTE)).toEqual(new Set());
    expect(await two.tasks.renew('two', [], MINUTE)).toEqual(new Set());
    await wait(60);
    expect((await two.tasks.takeOver('two', MINUTE, 10)).map(({ id }) => id)).toEqual([other.id]);
    expect(await one.tasks.renew('one', [run.id, other.id], MINUTE)).toEqual(new Set([run.id]));
  });

  it('are free at once after an orderly stop', async () => {
    const run = await insert(MINUTE);
    expect(await two.tasks.takeOver('two', MINUTE, 10)).toEqual([]);
    await one.tasks.release('one');
    expect((await two.tasks.takeOver('two', MINUTE, 10)).map(({ id }) => id)).toEqual([run.id]);
  });

  it('can be asked to stop while they have not ended', async () => {
    const run = await insert(MINUTE);
    const cancel = (id: string) => two.transaction((writer) => writer.tasks.requestCancel(id));
    expect(await cancel(run.id)).toBe(true);
    expect((await one.tasks.get(run.id))?.cancelRequested).toBe(true);
    await one.transaction((writer) => writer.tasks.update(run.id, 1, { phase: 'ended' }));
    expect(await cancel(run.id)).toBe(false);
    expect(await cancel('unknown')).toBe(false);
  });

  it('named leases are held by one, prolonged by it, and free when run out or released', async () => {
    expect(
      (await Promise.all([one.leases.hold('sync', 'one', MINUTE), two.leases.hold('sync', 'two', MINUTE)])).filter(Boolean),
    ).toHaveLength(1);
    await one.leases.release('sync', 'one');
    await two.leases.release('sync', 'two');
    expect(await one.leases.hold('sync', 'one', 30)).toBe(true);
    expect(await two.leases.hold('sync', 'two', MINUTE)).toBe(false);
    expect(await one.leases.hold('sync', 'one', 30)).toBe(true);
    await two.leases.release('sync', 'two');
    expect(await two.leases.hold('sync', 'two', MINUTE)).toBe(false);
    await wait(60);
    expect(await two.leases.hold('sync', 'two', MINUTE)).toBe(true);
    expect(await one.leases.hold('sync', 'one', MINUTE)).toBe(false);
    expect(await one.leases.hold('clock', 'one', MINUTE)).toBe(true);
  });
});
