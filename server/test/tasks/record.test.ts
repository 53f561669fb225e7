import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../src/port/clock.ts';
import { readMemo } from '../../src/tasks/memo.ts';
import { TaskRecord } from '../../src/tasks/record.ts';
import { databases, openTestStore } from '../support/databases.ts';
import { bench, item, type Bench } from './support/bench.ts';

describe.each(databases)('the record of a running task on $name', ({ name }) => {
  let at: Bench;
  let close: () => Promise<void>;

  beforeEach(async () => {
    const opened = await openTestStore(name);
    at = bench(opened.store);
    close = opened.close;
  });
  afterEach(async () => {
    await at.end();
    await close();
  });

  it('the record of several items stores a yes together with the next one’s intent that comes later in the same turn', async () => {
    const { runner } = await at.process();
    at.cloud.settling.shut();
    const items = [item(await at.server('web-1')), item(await at.server('web-2'))];
    const { task_id: id } = await at.bulk(runner, items);
    await vi.waitFor(() => expect(at.cloud.atWork).toBe(2), { timeout: 60_000 });
    const run = (await at.store.tasks.get(id))!;
    const record = new TaskRecord(at.store, run, readMemo(run.memo), systemClock);
    const written = vi.spyOn(at.store, 'transaction');
    const yes = record.step(0, { phase: 'accepted' }, { state: 'running' });
    for (let n = 0; n < 20; n++) await Promise.resolve();
    await Promise.all([yes, record.step(1, { phase: 'intended' }, { state: 'running' })]);
    expect(written).toHaveBeenCalledTimes(1);
    written.mockRestore();
    expect(record.items.map(({ phase }) => phase)).toEqual(['accepted', 'intended']);
  });

  it('the record of a task stays ended when progress comes that was noted before the last step shared a write', async () => {
    const { runner } = await at.process();
    at.cloud.settling.shut();
    const items = [item(await at.server('web-1')), item(await at.server('web-2'))];
    const { task_id: id } = await at.bulk(runner, items);
    await vi.waitFor(() => expect(at.cloud.atWork).toBe(2));
    const run = (await at.store.tasks.get(id))!;
    const record = new TaskRecord(at.store, run, readMemo(run.memo), systemClock);
    const end = (index: number) => record.step(index, { phase: 'ended' }, { state: 'success', error: null });
    await Promise.all([end(0), record.progress(() => 0.5), end(1)]);
    expect(await at.taskOf(id)).toMatchObject({ state: 'success', progress: 1 });
    expect((await at.store.tasks.get(id))?.phase).toBe('ended');
  });
});
