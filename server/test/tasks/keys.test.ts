/** Creating with a key, in several processes that may die; and how long tasks are known. */
import { describe, expect, vi } from 'vitest';
import { forgetTasks } from '../../src/tasks/index.ts';
import { databases } from '../support/databases.ts';
import { benchTest } from './support/each.ts';

const ONCE = { key: 'digest of who, where and key', bodyHash: 'of the body' };

describe.concurrent.each(databases)('a task with a key on $name', ({ name }) => {
  const it = benchTest(name);

  it('a task with a key answers each repetition in any process, without asking the engine again', async ({ at }) => {
    const [first, second] = [await at.process(), await at.process()];
    const answer = await at.create(first.runner, 'web-1', ONCE);
    await at.until(answer.task_id, 'success');
    expect(await at.create(second.runner, 'web-1', ONCE)).toEqual(answer);
    expect(await second.runner.answered(ONCE)).toEqual(answer);
    expect(await at.onlyTask()).toBe(answer.task_id);
    expect(at.cloud.accepting.came).toBe(1);
  });

  it('two processes asked at the same time with one key make one task; the other waits for the engine’s word', async ({ at }) => {
    const [first, second] = [await at.process(), await at.process()];
    at.cloud.accepting.shut();
    const both = Promise.all([at.create(first.runner, 'web-1', ONCE), at.create(second.runner, 'web-1', ONCE)]);
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    at.cloud.accepting.open();
    const [one, other] = await both;
    expect(other).toEqual(one);
    expect(at.cloud.things.size).toBe(1);
  });

  it('a task with a key answers a repetition after its process died between the engine’s yes and our commit', async ({ at }) => {
    const first = await at.process();
    at.cloud.answering.shut();
    // it never hears of its end, because its process dies
    void at.create(first.runner, 'web-1', ONCE).catch(() => undefined);
    await vi.waitFor(() => expect(at.cloud.things.size).toBe(1));
    first.crash();
    at.cloud.answering.open();
    const { runner } = await at.process();
    const answer = await at.create(runner, 'web-1', ONCE);
    expect([...at.cloud.things.keys()]).toEqual([answer.id]);
    await at.until(answer.task_id, 'success');
  });

  it('a task frees its key where the engine never heard of the task, and where the engine refused', async ({ at }) => {
    const first = await at.process();
    at.cloud.accepting.shut();
    // it never hears of its end, because its process dies
    void at.create(first.runner, 'web-1', ONCE).catch(() => undefined);
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    first.crash();
    const { runner } = await at.process();
    await at.until(await at.onlyTask(), 'aborted');
    at.cloud.accepting.open();
    for (let turn = 0; turn < 2; turn += 1)
      await expect(at.create(runner, 'refused', ONCE)).rejects.toMatchObject({ code: 'engine_refused' });
    expect(await runner.answered(ONCE)).toBeUndefined();
    const answer = await at.create(runner, 'web-1', ONCE);
    expect(await runner.answered(ONCE)).toEqual(answer);
  });

  it('a task keeps its key where the engine took the command and failed later', async ({ at }) => {
    const { runner } = await at.process();
    const answer = await at.create(runner, 'broken', ONCE);
    await at.until(answer.task_id, 'failed');
    expect(await at.create(runner, 'broken', ONCE)).toEqual(answer);
  });

  it('a key refuses another body, also while the first request is under way', async ({ at }) => {
    const { runner } = await at.process();
    at.cloud.accepting.shut();
    const first = at.create(runner, 'web-1', ONCE);
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    const other = { ...ONCE, bodyHash: 'of another body' };
    await expect(at.create(runner, 'web-2', other)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    at.cloud.accepting.open();
    await first;
    await expect(runner.answered(other)).rejects.toMatchObject({ code: 'idempotency_mismatch' });
    expect(at.cloud.things.size).toBe(1);
  });

  it('a task is forgotten with its row once it has ended and is old, and a task under way is not', async ({ at }) => {
    const { runner } = await at.process();
    const done = await at.create(runner, 'web-1');
    await at.until(done.task_id, 'success');
    at.cloud.settling.shut();
    const open = await at.create(runner, 'web-2');
    await forgetTasks(at.store, new Date(Date.now() - 60_000).toISOString());
    expect(await at.taskOf(done.task_id)).toMatchObject({ state: 'success' });
    await forgetTasks(at.store, new Date(Date.now() + 60_000).toISOString());
    await expect(at.taskOf(done.task_id)).rejects.toThrow('there is no task');
    expect(await at.store.tasks.get(done.task_id)).toBeUndefined();
    expect((await at.logOf(done.task_id)).at(-1)).toMatchObject({ operation: 'deleted' });
    expect(await at.taskOf(open.task_id)).toMatchObject({ finished_at: null });
    at.cloud.settling.open();
    await at.until(open.task_id, 'success');
  });
});
