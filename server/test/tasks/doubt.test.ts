/** Requests that an engine gives no answer to, and carries out all the same: also after we have given them up, or died. */
import { describe, expect, vi } from 'vitest';
import type { TaskRunner } from '../../src/tasks/port.ts';
import { anyDatabase } from '../support/databases.ts';
import { item, TIMES, type Bench } from './support/bench.ts';
import { benchTest } from './support/each.ts';

const ONCE = { key: 'digest of who, where and key', bodyHash: 'of the body' };
/** No test waits until this is over. */
const LONG = { ...TIMES, accept: 150, doubt: 60_000 };
const SHORT = { ...LONG, doubt: 500 };

describe.concurrent.each(anyDatabase)('what the engine did not answer, on $name', ({ name }) => {
  const it = benchTest(name);

  it('an unanswered creation that is made later is a success, once however often the request is repeated', async ({ at }) => {
    const { runner } = await at.process({ times: LONG });
    at.cloud.working.shut();
    const answer = await at.create(runner, 'web-1', ONCE);
    expect(answer).toEqual({ task_id: await at.onlyTask(), id: null });
    expect(await at.create(runner, 'web-1', ONCE)).toEqual(answer);
    expect(await at.taskOf(answer.task_id)).toMatchObject({ state: 'running', error: null });
    at.cloud.working.open();
    const ended = await at.until(answer.task_id, 'success');
    const [id] = at.cloud.things.keys();
    expect(ended).toMatchObject({ result: { id } });
    expect(at.cloud.things.get(id!)).toMatchObject({ taskId: answer.task_id, settled: true });
    expect(await at.create(runner, 'web-1', ONCE)).toEqual({ ...answer, id });
    expect(at.cloud.working.came).toBe(1);
  });

  it('an unanswered creation that is not made in time fails, and its key is free', async ({ at }) => {
    const { runner } = await at.process({ times: SHORT });
    at.cloud.accepting.shut();
    const { task_id: taskId } = await at.create(runner, 'web-1', ONCE);
    const failed = await at.until(taskId, 'failed');
    expect(failed.error).toMatchObject({ code: 'engine_unavailable', detail: 'no answer within 0.15 s' });
    expect(await runner.answered(ONCE)).toBeUndefined();
    expect(at.cloud.things.size).toBe(0);
    expect(at.cloud.abandoned).toEqual([taskId]);
  });

  it('an unanswered creation is not given up while the engine cannot tell what came of it', async ({ at }) => {
    const { runner } = await at.process({ times: SHORT });
    at.cloud.working.shut();
    at.cloud.recovering.shut();
    const { task_id: taskId } = await at.create(runner, 'web-1');
    await vi.waitFor(() => expect(at.cloud.recovering.came).toBeGreaterThan(3), { timeout: 30_000 });
    expect(await at.taskOf(taskId)).toMatchObject({ state: 'running', error: null });
    at.cloud.working.open();
    at.cloud.recovering.open();
    await at.until(taskId, 'success');
    expect(at.cloud.things.size).toBe(1);
  });

  it('an unanswered creation is looked for by the next process when the first one dies', async ({ at }) => {
    const first = await at.process({ times: LONG });
    at.cloud.working.shut();
    const { task_id: taskId } = await at.create(first.runner, 'web-1', ONCE);
    first.crash();
    const { runner } = await at.process({ times: LONG });
    expect(await at.create(runner, 'web-1', ONCE)).toEqual({ task_id: taskId, id: null });
    at.cloud.working.open();
    await at.until(taskId, 'success');
    expect(at.cloud.things.size).toBe(1);
  });

  describe('asked for by a process that died, and made only after others have looked for it,', () => {
    const ask = (at: Bench, runner: TaskRunner, count: number) =>
      count === 1 ? at.create(runner, 'web', ONCE) : at.several(runner, 'web', count, ONCE);
    const waits = (at: Bench, looks: number) =>
      vi.waitFor(() => expect(at.cloud.recovering.came).toBeGreaterThanOrEqual(looks), { timeout: 30_000, interval: 20 });

    async function died(at: Bench, count = 1): Promise<string> {
      const first = await at.process({ times: { ...LONG, accept: 60_000 } });
      at.cloud.working.shut();
      // it never hears of its end, because its process dies
      void ask(at, first.runner, count);
      await vi.waitFor(() => expect(at.cloud.working.came).toBe(1));
      first.crash();
      return at.onlyTask();
    }

    it.for([1, 3])(
      'a creation made long after its process died is a success of the same task, each requested once: %i alike',
      async (count, { at }) => {
        const taskId = await died(at, count);
        const { runner } = await at.process({ times: LONG });
        await waits(at, 2);
        expect(await ask(at, runner, count)).toEqual({ task_id: taskId, id: null });
        expect(await at.taskOf(taskId)).toMatchObject({ state: 'running', error: null });
        expect(at.cloud.working.came).toBe(1);
        at.cloud.working.open();
        const { items } = await at.until(taskId, 'success');
        expect(items.map(({ id }) => id).toSorted()).toEqual([...at.cloud.things.keys()].toSorted());
        expect(at.cloud.things.size).toBe(count);
        expect(at.cloud.working.came).toBe(count);
      },
    );

    it('a creation made long after its process died is a success also where the next process dies looking for it', async ({ at }) => {
      const taskId = await died(at);
      const second = await at.process({ times: LONG });
      await waits(at, 2);
      second.crash();
      const looks = at.cloud.recovering.came;
      await at.process({ times: LONG });
      await waits(at, looks + 1);
      at.cloud.working.open();
      await at.until(taskId, 'success');
      expect(at.cloud.things.size).toBe(1);
    });
  });

  it('a creation that the engine carries out itself after a crash is looked for once and made once', async ({ at }) => {
    const first = await at.process({ times: { ...LONG, accept: 60_000 } });
    at.cloud.accepting.shut();
    const { accept, ...create } = at.cloud.commands['server.create']!;
    // it never hears of its end, because its process dies
    void at.create(first.runner, 'web-1');
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    first.crash();
    at.cloud.accepting.open();
    let looks = 0;
    const recover: typeof create.recover = async (context, id, body) => {
      looks += 1;
      return (await create.recover?.(context, id, body)) ?? accept(context, null, body);
    };
    at.cloud.commands['server.create'] = { ...create, accept, recover };
    await at.process({ times: LONG });
    const { items } = await at.until(await at.onlyTask(), 'success');
    expect(items).toMatchObject([{ id: [...at.cloud.things.keys()][0] }]);
    expect([looks, at.cloud.things.size]).toEqual([1, 1]);
  });

  it('an unanswered first copy holds up the other copies of its task until it is there', async ({ at }) => {
    const { runner } = await at.process({ times: LONG });
    at.cloud.working.shut();
    const { task_id: taskId, id } = await at.several(runner, 'web', 3);
    expect(id).toBeNull();
    expect(at.cloud.working.came).toBe(1);
    at.cloud.working.open();
    expect((await at.until(taskId, 'success')).items.map(({ state }) => state)).toEqual(['success', 'success', 'success']);
    expect([...at.cloud.things.values()].map(({ copy }) => copy).toSorted()).toEqual([1, 2, 3]);
  });

  it('an unanswered item of a bulk task keeps no other item waiting', async ({ at }) => {
    const { runner } = await at.process({ times: LONG });
    const { accept, ...stop } = at.cloud.commands['server.stop']!;
    let isThere = false;
    const [slow, quick] = [await at.server('slow'), await at.server('quick')];
    at.cloud.commands['server.stop'] = {
      ...stop,
      accept: (context, target, body) =>
        target?.id === slow.id
          ? new Promise((_, reject) => context.signal.addEventListener('abort', reject))
          : accept(context, target, body),
      recover: async (_, id) => (isThere ? { id: id! } : undefined),
    };
    const { task_id: taskId } = await at.bulk(runner, [item(slow), item(quick)]);
    const states = async () => (await at.taskOf(taskId)).items.map(({ state }) => state);
    await vi.waitFor(async () => expect(await states()).toEqual(['running', 'success']));
    isThere = true;
    await at.until(taskId, 'success');
  });
});
