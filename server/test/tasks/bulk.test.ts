import { describe, expect, it, vi } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import { anyDatabase } from '../support/databases.ts';
import { item } from './support/bench.ts';
import { benchOfEach } from './support/each.ts';

const LONG = { timeout: 10_000 };

describe.each(anyDatabase)('a bulk task on $name', ({ name }) => {
  const at = benchOfEach(name);

  const servers = (names: readonly string[]) => Promise.all(names.map((one) => at.server(one)));

  it('a bulk task answers before any engine is asked, and has a result per item', async () => {
    const { runner } = await at.process();
    at.cloud.accepting.shut();
    const [good, refused, broken] = await servers(['web-1', 'refused', 'broken']);
    const locked = await at.server('locked');
    const conflict = new GantryError('state_conflict', { reason: { code: 'server_locked' } });
    const items = [item(good!), item(refused!), item(broken!), item(locked, conflict)];
    const foreign = { id: 'foreign', target: null, name: 'foreign', refusal: null };
    const answer = await at.bulk(runner, [...items, foreign]);
    expect(answer.id).toBeNull();
    const before = await at.taskOf(answer.task_id);
    expect(before.items.map(({ state }) => state).slice(3)).toEqual(['failed', 'failed']);
    expect(before.finished_at).toBeNull();

    at.cloud.accepting.open();
    const done = await at.until(answer.task_id, 'failed');
    expect(done.items.map((one) => [one.name, one.state, one.error?.code ?? null, one.error?.reason?.code ?? null])).toEqual([
      ['web-1', 'success', null, null],
      ['refused', 'failed', 'engine_refused', null],
      ['broken', 'failed', 'engine_refused', null],
      ['locked', 'failed', 'state_conflict', 'server_locked'],
      ['foreign', 'failed', 'not_found', null],
    ]);
    expect(done.result).toMatchObject({ id: null });
    expect((await at.logOf(answer.task_id)).at(-1)).toMatchObject({ operation: 'failed', error: { name: 'refused, broken, locked, …' } });
  });

  it('a bulk task asks for eight items at a time, and waits for all items at once', async () => {
    const { runner } = await at.process();
    at.cloud.accepting.shut();
    at.cloud.settling.shut();
    const targets = await servers(Array.from({ length: 20 }, (_, index) => `web-${index}`));
    const { task_id } = await at.bulk(
      runner,
      targets.map((target) => item(target)),
    );
    await vi.waitFor(async () => {
      const states = (await at.taskOf(task_id)).items.map(({ state }) => state);
      expect(states.filter((state) => state === 'running')).toHaveLength(8);
      expect(states.filter((state) => state === 'starting')).toHaveLength(12);
    }, LONG);
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(8), LONG);
    at.cloud.accepting.open();
    await vi.waitFor(() => expect(at.cloud.atWork).toBe(20), LONG);
    at.cloud.settling.open();
    const done = await at.until(task_id, 'success');
    expect(done.items.every(({ state }) => state === 'success')).toBe(true);
    expect(done).toMatchObject({ error: null, progress: 1, result: { id: null } });
    expect(new Set(at.cloud.settles.map(({ acceptance }) => acceptance.id)).size).toBe(20);
  });

  it('a bulk task with nothing left to do has ended when it is answered', async () => {
    const { runner } = await at.process();
    const { task_id } = await at.bulk(runner, [{ id: 'x', target: null, name: 'x', refusal: new GantryError('not_found') }]);
    expect(await at.taskOf(task_id)).toMatchObject({ state: 'failed', items: [{ state: 'failed', error: { code: 'not_found' } }] });
    expect(await at.logOf(task_id)).toMatchObject([{ operation: 'failed' }]);
    expect((await at.store.tasks.get(task_id))?.phase ?? 'ended').toBe('ended');
  });

  it('a bulk task that is cancelled begins no further item', async () => {
    const { runner } = await at.process();
    at.cloud.accepting.shut();
    const targets = await servers(Array.from({ length: 12 }, (_, index) => `web-${index}`));
    const { task_id } = await at.bulk(
      runner,
      targets.map((target) => item(target)),
    );
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(8), LONG);
    at.cloud.settling.shut();
    await runner.cancel(task_id);
    at.cloud.accepting.open();
    const ended = await at.until(task_id, 'cancelled');
    expect(ended.items.every(({ state }) => state === 'cancelled')).toBe(true);
    expect(at.cloud.accepting.came).toBe(8);
  });

  it('a bulk task that is cancelled lets go of the items at work', async () => {
    const { runner } = await at.process();
    at.cloud.settling.shut();
    const targets = await servers(Array.from({ length: 12 }, (_, index) => `web-${index}`));
    const { task_id } = await at.bulk(
      runner,
      targets.map((target) => item(target)),
    );
    await vi.waitFor(() => expect(at.cloud.atWork).toBe(12), LONG);
    await runner.cancel(task_id);
    const ended = await at.until(task_id, 'cancelled');
    expect(ended.items.every(({ state }) => state === 'cancelled')).toBe(true);
    expect(at.cloud.settles).toHaveLength(12);
  });

  it('a bulk task is finished by another process after a crash, asking for no item twice', async () => {
    const first = await at.process();
    const targets = await servers(Array.from({ length: 12 }, (_, index) => `web-${index}`));
    at.cloud.settling.shut();
    const { task_id } = await at.bulk(
      first.runner,
      targets.map((target) => item(target)),
    );
    await vi.waitFor(() => expect(at.cloud.settles).toHaveLength(12), LONG);
    first.crash();
    await at.process();
    await vi.waitFor(() => expect(at.cloud.settles).toHaveLength(24), LONG);
    at.cloud.settling.open();
    const done = await at.until(task_id, 'success');
    expect(done.items.every(({ state }) => state === 'success')).toBe(true);
    expect(at.cloud.accepting.came).toBe(12);
  });
});
