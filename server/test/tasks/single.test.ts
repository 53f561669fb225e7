import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { TASK_STATES } from '@gantry/contract/nouns/tasks/entity';
import { databases } from '../support/databases.ts';
import { TIMES } from './support/bench.ts';
import { benchOfEach } from './support/each.ts';

describe.each(databases)('a task of one command on $name', ({ name }) => {
  const at = benchOfEach(name);

  it('a task is stored before the engine is asked, and follows the engine to success', async () => {
    const { runner } = await at.process();
    at.cloud.accepting.shut();
    at.cloud.settling.shut();
    const answer = at.create(runner, 'web-1');
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    const id = await at.onlyTask();
    expect(await at.taskOf(id)).toMatchObject({ state: 'starting', name: 'server.create', kwargs: { name: 'web-1' }, user_name: 'Ada' });
    expect(await at.store.tasks.get(id)).toMatchObject({ phase: 'intended', targets: [null], body: { name: 'web-1' } });
    expect(at.cloud.things.size).toBe(0);

    at.cloud.accepting.open();
    const { task_id, id: made } = await answer;
    expect(task_id).toBe(id);
    expect(at.cloud.things.has(made ?? '')).toBe(true);
    expect(await at.taskOf(id)).toMatchObject({
      state: 'running',
      finished_at: null,
      items: [{ id: made, name: 'web-1', state: 'running' }],
    });
    expect(await at.store.tasks.get(id)).toMatchObject({ phase: 'accepted', targets: [made] });

    at.cloud.settling.open();
    const done = await at.until(id, 'success');
    expect(done).toMatchObject({
      error: null,
      progress: 1,
      result: { id: made, request_ids: ['req-create'] },
      items: [{ state: 'success' }],
    });
    expect(done.finished_at).not.toBeNull();
    expect((await at.logOf(id)).map(({ operation, status }) => [operation, status])).toEqual([
      ['created', 'starting'],
      ['updated', 'running'],
      ['updated', 'success'],
    ]);
    expect((await at.logOf(id)).every(({ after }) => after?.includes('project:p1'))).toBe(true);
    expect((await at.store.tasks.get(id))?.phase ?? 'ended').toBe('ended');
  });

  it('a task carries the credential and the request id of its call to the engine', async () => {
    const { runner } = await at.process();
    const { task_id } = await at.act(runner, 'server.stop', await at.server('web-1'));
    await at.until(task_id, 'success');
    const [settle] = at.cloud.settles;
    expect(settle?.context).toMatchObject({ taskId: task_id, requestId: 'request-1', credential: { token: 'of the user' } });
    expect(settle?.acceptance.memo).toEqual({ from: 'accept' });
  });

  it('a task ends at once where its command is done when accepted', async () => {
    const { runner } = await at.process();
    const target = await at.server('web-1');
    const { task_id } = await at.act(runner, 'server.update', target);
    expect(await at.taskOf(task_id)).toMatchObject({ state: 'success', progress: 1, result: { id: target.id, request_ids: [] } });
  });

  it('a refused task answers with the refusal of the engine and ends failed with the same error', async () => {
    const { runner } = await at.process();
    await expect(at.create(runner, 'refused!')).rejects.toMatchObject({ code: 'engine_refused', detail: 'the cloud says refused' });
    const id = await at.onlyTask();
    const error = { code: 'engine_refused', detail: 'the cloud says refused', request_id: 'req-of-refusal' };
    expect(await at.taskOf(id)).toMatchObject({ state: 'failed', error, items: [{ state: 'failed', error }] });
    expect((await at.logOf(id)).at(-1)).toMatchObject({
      operation: 'failed',
      status: 'failed',
      error: { code: 'engine_refused', name: 'refused!', params: {}, detail: 'the cloud says refused' },
    });
  });

  it('refuses a command the engine has not, without a task', async () => {
    const { runner } = await at.process();
    await expect(at.act(runner, 'server.sing', await at.server('web-1'))).rejects.toMatchObject({ code: 'not_supported' });
    await expect(at.onlyTask()).rejects.toThrow('there are 0 tasks');
  });

  it('a task ends failed when the engine fails later, with the engine’s own words and request id', async () => {
    const { runner } = await at.process();
    const { task_id } = await at.act(runner, 'server.stop', await at.server('broken'));
    const failed = await at.until(task_id, 'failed');
    expect(failed.error).toMatchObject({ code: 'engine_refused', detail: 'the cloud says broken' });
    expect(failed.error?.request_id).toMatch(/^req-/);
    expect((await at.logOf(task_id)).at(-1)).toMatchObject({ operation: 'failed', error: { code: 'engine_refused', name: 'broken' } });
  });

  it.each([
    ['when it accepts', { id: 'x', report: { image_id: 'i1' } }, undefined, { image_id: 'i1' }],
    ['when it is done', { id: 'x' }, { image_id: 'i2' }, { image_id: 'i2' }],
    ['at neither time', { id: 'x' }, undefined, {}],
  ])('the result of a task holds what the engine tells %s', async (_, acceptance, later, told) => {
    const { runner } = await at.process();
    at.cloud.commands['server.stop'] = { accept: async () => acceptance, settle: async () => later };
    const { task_id } = await at.act(runner, 'server.stop', await at.server('web-1'));
    expect((await at.until(task_id, 'success')).result).toEqual({ id: 'x', request_ids: [], ...told });
  });

  it('a task says no more than "internal" of a defect of the engine', async () => {
    const { runner } = await at.process();
    const { task_id } = await at.act(runner, 'server.stop', await at.server('web-1'));
    await at.until(task_id, 'success');
    const bad = await at.server('defect');
    at.cloud.commands['server.stop'] = {
      accept: async () => ({ id: bad.id }),
      settle: async () => Promise.reject(new TypeError('secret internals')),
    };
    const second = await at.act(runner, 'server.stop', bad);
    const failed = await at.until(second.task_id, 'failed');
    expect(failed.error).toMatchObject({ code: 'internal', detail: null });
    expect(JSON.stringify(await at.logOf(second.task_id))).not.toContain('secret');
  });

  it('a task fails with engine_unavailable when the engine accepts nothing in time and cannot tell what came of it', async () => {
    const { runner } = await at.process({ times: { ...TIMES, accept: 150 } });
    at.cloud.accepting.shut();
    await expect(at.act(runner, 'server.stop', await at.server('web-1'))).rejects.toMatchObject({ code: 'engine_unavailable' });
    expect(await at.taskOf(await at.onlyTask())).toMatchObject({ state: 'failed', error: { code: 'engine_unavailable' } });
  });

  it('a task goes on where only the answer of the engine got lost', async () => {
    const { runner } = await at.process({ times: { lease: 1_200, heartbeat: 200, accept: 150 } });
    at.cloud.answering.shut();
    const { task_id, id } = await at.create(runner, 'web-1');
    await at.until(task_id, 'success');
    expect([...at.cloud.things.keys()]).toEqual([id]);
    expect(at.cloud.settles[0]?.acceptance.memo).toEqual({ recovered: true });
  });

  it('a task shows progress without a revision or a change in the log', async () => {
    const { runner } = await at.process();
    at.cloud.settling.shut();
    const { task_id } = await at.act(runner, 'server.stop', await at.server('web-1'));
    const log = await at.logOf(task_id);
    await vi.waitFor(async () => expect((await at.taskOf(task_id)).progress).toBe(0.5));
    expect((await at.row(task_id)).revision).toBe(log.at(-1)?.revision);
    expect(await at.logOf(task_id)).toHaveLength(log.length);
  });

  it('a task is cancelled while the engine works on it', async () => {
    const { runner } = await at.process();
    at.cloud.settling.shut();
    const { task_id } = await at.act(runner, 'server.stop', await at.server('web-1'));
    await vi.waitFor(() => expect(at.cloud.settling.came).toBe(1));
    expect(await runner.cancel(task_id)).toBe(true);
    const ended = await at.until(task_id, 'cancelled');
    expect(ended).toMatchObject({ error: null, items: [{ state: 'cancelled' }] });
    expect((await at.logOf(task_id)).map(({ status }) => status)).toContain('cancelling');
    expect(await runner.cancel(task_id)).toBe(false);
    expect(await runner.cancel('unknown')).toBe(false);
  });

  it('a task is cancelled by another process than the one that runs it', async () => {
    const [first, second] = [await at.process(), await at.process()];
    at.cloud.settling.shut();
    const { task_id } = await at.act(first.runner, 'server.stop', await at.server('web-1'));
    await vi.waitFor(() => expect(at.cloud.settling.came).toBe(1));
    expect(await second.runner.cancel(task_id)).toBe(true);
    await at.until(task_id, 'cancelled');
    expect(at.cloud.settles).toHaveLength(1);
  });

  it('tasks emit no states but the nine known ones', async () => {
    const { runner } = await at.process();
    await at.create(runner, 'a').then(({ task_id }) => at.until(task_id, 'success'));
    await at.act(runner, 'server.stop', await at.server('broken')).then(({ task_id }) => at.until(task_id, 'failed'));
    await delay(50);
    const { entries } = await at.store.changes.since(0, 1000);
    const seen = entries.filter(({ kind }) => kind === 'task').map(({ status }) => status);
    expect(seen.length).toBeGreaterThanOrEqual(6);
    for (const state of seen) expect(TASK_STATES).toHaveProperty(String(state));
  });
});
