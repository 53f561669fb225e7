/** Several alike of one request: one task, a result for each, and each exactly once whatever dies meanwhile. */
import { describe, expect, vi } from 'vitest';
import { anyDatabase } from '../support/databases.ts';
import type { Bench } from './support/bench.ts';
import { benchTest } from './support/each.ts';

const ONCE = { key: 'digest of who, where and key', bodyHash: 'of the body' };

describe.concurrent.each(anyDatabase)('a task that makes several on $name', ({ name }) => {
  const it = benchTest(name);

  const copiesMade = (at: Bench): (number | undefined)[] => [...at.cloud.things.values()].map(({ copy }) => copy).toSorted();

  it('a task of several copies answers as soon as the first is accepted, and has an item for each', async ({ at }) => {
    const { runner } = await at.process();
    at.cloud.settling.shut();
    const answer = await at.several(runner, 'web', 12);
    expect(answer.id).toBeNull();
    const before = await at.taskOf(answer.task_id);
    expect(before.items.map((item) => item.name)).toEqual(Array.from({ length: 12 }, (_, index) => `web-${index + 1}`));
    expect(before.finished_at).toBeNull();
    await vi.waitFor(() => expect(at.cloud.atWork).toBe(12), { timeout: 10_000 });
    at.cloud.settling.open();
    const done = await at.until(answer.task_id, 'success');
    expect(copiesMade(at)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1).toSorted());
    expect(new Set(done.items.map(({ id }) => id))).toEqual(new Set(at.cloud.things.keys()));
    expect(done.result).toMatchObject({ id: null });
  });

  it('a task of several copies is refused as a whole where the first is: nothing is made, and its key is free', async ({ at }) => {
    const { runner } = await at.process();
    at.cloud.refusedCopies.add(1);
    await expect(at.several(runner, 'web', 3, ONCE)).rejects.toMatchObject({ code: 'engine_refused' });
    const task = await at.taskOf(await at.onlyTask());
    expect(task.state).toBe('failed');
    expect(task.items.map(({ state, error }) => [state, error?.code])).toEqual([
      ['failed', 'engine_refused'],
      ['aborted', 'engine_refused'],
      ['aborted', 'engine_refused'],
    ]);
    expect(at.cloud.things.size).toBe(0);
    expect(await runner.answered(ONCE)).toBeUndefined();
  });

  it('a task of several copies shows which copy after the first was refused, and keeps the rest', async ({ at }) => {
    const { runner } = await at.process();
    at.cloud.refusedCopies.add(3);
    const { task_id: taskId } = await at.several(runner, 'web', 4);
    const done = await at.until(taskId, 'failed');
    expect(done.items.map((item) => [item.name, item.state])).toEqual([
      ['web-1', 'success'],
      ['web-2', 'success'],
      ['web-3', 'failed'],
      ['web-4', 'success'],
    ]);
    expect(copiesMade(at)).toEqual([1, 2, 4]);
  });

  it('a task of several copies answers each repetition of its key with itself', async ({ at }) => {
    const [first, second] = [await at.process(), await at.process()];
    const answer = await at.several(first.runner, 'web', 3, ONCE);
    await at.until(answer.task_id, 'success');
    expect(await at.several(second.runner, 'web', 3, ONCE)).toEqual(answer);
    expect(await at.onlyTask()).toBe(answer.task_id);
    expect(at.cloud.things.size).toBe(3);
  });

  it('a task of several copies goes on after a crash between the cloud’s yes and our commit, finding each by its mark', async ({ at }) => {
    const first = await at.process();
    at.cloud.answering.shut();
    const asked = at.several(first.runner, 'web', 5);
    await vi.waitFor(() => expect(at.cloud.things.size).toBe(1));
    // The first one's yes arrives, those of the others will not.
    at.cloud.answering.open();
    at.cloud.answering.shut();
    const { task_id: taskId } = await asked;
    // The others are made, or about to be, and nobody has written down that they were.
    await vi.waitFor(() => expect(at.cloud.things.size).toBe(5));
    first.crash();
    at.cloud.answering.open();
    await at.process();
    const done = await at.until(taskId, 'success');
    expect(copiesMade(at)).toEqual([1, 2, 3, 4, 5]);
    for (const [index, { id }] of done.items.entries()) expect(at.cloud.things.get(id ?? '')?.copy).toBe(index + 1);
  });

  it('a task of several copies makes none where its process dies at the first and the cloud has not heard of it', async ({ at }) => {
    const first = await at.process();
    at.cloud.accepting.shut();
    // it never hears of its end, because its process dies
    void at.several(first.runner, 'web', 3, ONCE).catch(() => undefined);
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    first.crash();
    const { runner } = await at.process();
    const ended = await at.until(await at.onlyTask(), 'aborted');
    expect(ended.items.map(({ error }) => error?.code)).toEqual(['interrupted', 'interrupted', 'interrupted']);
    at.cloud.accepting.open();
    expect(at.cloud.things.size).toBe(0);
    expect(await runner.answered(ONCE)).toBeUndefined();
  });

  it('a task of several copies makes all where its process dies at the first, whose yes has not arrived', async ({ at }) => {
    const first = await at.process();
    at.cloud.answering.shut();
    // it never hears of its end, because its process dies
    void at.several(first.runner, 'web', 3, ONCE).catch(() => undefined);
    await vi.waitFor(() => expect(at.cloud.things.size).toBe(1));
    first.crash();
    at.cloud.answering.open();
    const { runner } = await at.process();
    const answer = await at.several(runner, 'web', 3, ONCE);
    expect(answer.id).toBeNull();
    await at.until(answer.task_id, 'success');
    expect(copiesMade(at)).toEqual([1, 2, 3]);
  });
});
