import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Store } from '../../src/port/store/store.ts';
import { openStore } from '../../src/store/open.ts';
import { StoreUnavailable } from '../../src/store/faults/unavailable.ts';
import { databases, testPlace } from '../support/databases.ts';
import { bench, TIMES } from './support/bench.ts';
import { benchTest } from './support/each.ts';

describe.concurrent.each(databases)('a task whose process ends, on $name,', ({ name }) => {
  const it = benchTest(name);

  /** A creating command that never hears of its end, because its process dies. */
  // what it would have heard is of no interest: the tests look at the task
  const lost = async (submitted: Promise<unknown>): Promise<void> => void submitted.catch(() => undefined);

  it("a crash between the engine's yes and our commit leaves exactly one resource and ends well", async ({ at }) => {
    const first = await at.process();
    at.cloud.answering.shut();
    void lost(at.create(first.runner, 'web-1'));
    await vi.waitFor(() => expect(at.cloud.things.size).toBe(1));
    first.crash();
    at.cloud.answering.open();
    await at.process();
    const id = await at.onlyTask();
    const done = await at.until(id, 'success');
    expect([...at.cloud.things.values()]).toEqual([{ id: done.items[0]?.id, taskId: id, settled: true }]);
    expect(at.cloud.accepting.came).toBe(1);
  });

  it('a task whose process ends before the engine took it ends aborted, saying why, and makes nothing', async ({ at }) => {
    const first = await at.process();
    at.cloud.accepting.shut();
    void lost(at.create(first.runner, 'web-1'));
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    first.crash();
    await at.process();
    const id = await at.onlyTask();
    const detail = expect.stringContaining('may have been lost');
    expect(await at.until(id, 'aborted')).toMatchObject({ error: { code: 'interrupted', detail }, items: [{ state: 'aborted' }] });
    expect(at.cloud.accepting.came).toBe(1);
    expect(at.cloud.recovering.came).toBeGreaterThan(1);
    expect(at.cloud.things.size).toBe(0);
    expect((await at.logOf(id)).at(-1)).toMatchObject({ operation: 'failed', error: { code: 'interrupted', name: 'web-1' } });
  });

  it('a creation is looked for again while the engine is silent after a crash', async ({ at }) => {
    const first = await at.process();
    at.cloud.answering.shut();
    void lost(at.create(first.runner, 'web-1'));
    await vi.waitFor(() => expect(at.cloud.things.size).toBe(1));
    first.crash();
    at.cloud.recovering.shut();
    await at.process({ times: { ...TIMES, accept: 150 } });
    await vi.waitFor(() => expect(at.cloud.recovering.came).toBeGreaterThanOrEqual(2), { timeout: 15_000 });
    const id = await at.onlyTask();
    expect(await at.taskOf(id)).toMatchObject({ state: 'starting' });
    at.cloud.recovering.open();
    await at.until(id, 'success');
    expect(at.cloud.things.size).toBe(1);
  });

  it('requests a command again after a crash where that does no harm', async ({ at }) => {
    const first = await at.process();
    at.cloud.accepting.shut();
    void lost(at.act(first.runner, 'server.stop', await at.server('web-1')));
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    first.crash();
    await at.process();
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(2), { timeout: 10_000 });
    at.cloud.accepting.open();
    await at.until(await at.onlyTask(), 'success');
  });

  it('a task taken over after a crash is aborted where something newer has changed its server', async ({ at }) => {
    const first = await at.process();
    const row = await at.server('web-1');
    at.cloud.accepting.shut();
    void lost(at.act(first.runner, 'server.update', row));
    await vi.waitFor(() => expect(at.cloud.accepting.came).toBe(1));
    first.crash();
    const { document, ...key } = row;
    await at.store.transaction((writer) => writer.put({ ...key, document: { ...document, name: 'newer' } }));
    at.cloud.accepting.open();
    await at.process();
    const id = await at.onlyTask();
    expect(await at.until(id, 'aborted')).toMatchObject({ error: { code: 'overtaken' }, items: [{ state: 'aborted' }] });
    expect(at.cloud.accepting.came).toBe(1);
  });

  it('a task whose process ends while the engine works on it is waited for by the next, with what was accepted', async ({ at }) => {
    const first = await at.process();
    at.cloud.settling.shut();
    const { task_id, id } = await at.create(first.runner, 'web-1');
    await vi.waitFor(() => expect(at.cloud.settles).toHaveLength(1));
    first.crash();
    await at.process();
    await vi.waitFor(() => expect(at.cloud.settles).toHaveLength(2), { timeout: 10_000 });
    at.cloud.settling.open();
    await at.until(task_id, 'success');
    expect(at.cloud.settles[1]?.acceptance).toEqual({ id, memo: { at: 'host-1' }, requestId: 'req-create' });
    expect(at.cloud.accepting.came).toBe(1);
  });

  it('a task whose process stops in an orderly way is resumed by the next without waiting for its lease', async ({ at }) => {
    const first = await at.process({ times: { ...TIMES, lease: 60_000 } });
    at.cloud.settling.shut();
    const { task_id } = await at.create(first.runner, 'web-1');
    await vi.waitFor(() => expect(at.cloud.settles).toHaveLength(1));
    await first.runner.stop();
    expect(at.cloud.settles[0]?.context.signal.aborted).toBe(true);
    expect(await at.taskOf(task_id)).toMatchObject({ state: 'running' });
    await expect(at.create(first.runner, 'web-2')).rejects.toMatchObject({ code: 'engine_unavailable' });
    await at.process();
    await vi.waitFor(() => expect(at.cloud.settles).toHaveLength(2));
    at.cloud.settling.open();
    await at.until(task_id, 'success');
  });

  it('a process that stops in an orderly way lets the engine answer the request under way', async ({ at }) => {
    const first = await at.process();
    at.cloud.answering.shut();
    const answer = at.create(first.runner, 'web-1');
    await vi.waitFor(() => expect(at.cloud.things.size).toBe(1));
    const stopped = first.runner.stop();
    await delay(50);
    at.cloud.answering.open();
    const { task_id } = await answer;
    await stopped;
    await at.process();
    await at.until(task_id, 'success');
    expect(at.cloud.things.size).toBe(1);
  });

  it('a task is not taken from a process that lives', async ({ at }) => {
    // A machine that stands still for a heartbeat or two must not let the lease run out.
    const times = { ...TIMES, lease: 3_000 };
    const first = await at.process({ times });
    at.cloud.settling.shut();
    const { task_id } = await at.create(first.runner, 'web-1');
    await at.process({ times });
    await delay(times.lease * 1.5);
    expect(at.cloud.settles).toHaveLength(1);
    at.cloud.settling.open();
    await at.until(task_id, 'success');
  });

  it('a task taken over ends failed with reauth_required where the proof of who asked is gone', async ({ at }) => {
    const first = await at.process();
    at.cloud.settling.shut();
    const { task_id } = await at.create(first.runner, 'web-1');
    first.crash();
    await at.process({ credentialFor: () => Promise.reject(new GantryError('reauth_required')) });
    expect(await at.until(task_id, 'failed')).toMatchObject({ error: { code: 'reauth_required' } });
  });

  it('a task taken over ends aborted where no engine has its command any more', async ({ at }) => {
    const first = await at.process();
    at.cloud.settling.shut();
    const { task_id } = await at.create(first.runner, 'web-1');
    first.crash();
    await at.process({ command: () => undefined });
    expect(await at.until(task_id, 'aborted')).toMatchObject({ error: { code: 'not_supported' } });
  });

  it('a request is answered with the word of the process that took its task over', async ({ at }) => {
    const { tasks } = at.store;
    const drowsy: Store['tasks'] = {
      get: (id) => tasks.get(id),
      byKey: (key) => tasks.byKey(key),
      endedBefore: (before, limit) => tasks.endedBefore(before, limit),
      renew: () => Promise.resolve(new Set()),
      takeOver: () => Promise.resolve([]),
      release: (owner) => tasks.release(owner),
    };
    for (const [name, isDone] of [
      ['web-1', true],
      ['web-2', false],
    ] as const) {
      // It waits for the engine's answer for longer than any takeover takes.
      const first = await at.process({ store: { ...methodsOf(at.store), tasks: drowsy }, times: { ...TIMES, accept: 60_000 } });
      const gate = isDone ? at.cloud.answering : at.cloud.accepting;
      const came = gate.came;
      gate.shut();
      const asked = at.create(first.runner, name);
      await vi.waitFor(() => expect(gate.came).toBe(came + 1));
      await at.process();
      const { task_id: taskId, id } = await asked;
      expect(id).toBe(isDone ? [...at.cloud.things.keys()][0] : null);
      await at.until(taskId, isDone ? 'success' : 'aborted');
      gate.open();
    }
    expect(at.cloud.things.size).toBe(1);
  });

  it('a task is let go by a process that slept over its lease, and ended by the other process only', async ({ at }) => {
    let asleep = false;
    const { tasks } = at.store;
    const drowsy: Store['tasks'] = {
      get: (id) => tasks.get(id),
      byKey: (key) => tasks.byKey(key),
      endedBefore: (before, limit) => tasks.endedBefore(before, limit),
      renew: (owner, ids, lease) => (asleep ? Promise.reject(new Error('asleep')) : tasks.renew(owner, ids, lease)),
      takeOver: (owner, lease, limit) => tasks.takeOver(owner, lease, limit),
      release: (owner) => tasks.release(owner),
    };
    const first = await at.process({ store: { ...methodsOf(at.store), tasks: drowsy } });
    at.cloud.settling.shut();
    const { task_id } = await at.create(first.runner, 'web-1');
    asleep = true;
    await at.process({ times: { ...TIMES, lease: 60_000 } });
    await vi.waitFor(() => expect(at.cloud.settles).toHaveLength(2), { timeout: 10_000 });
    asleep = false;
    await vi.waitFor(() => expect(at.cloud.settles[0]?.context.signal.aborted).toBe(true), { timeout: 5_000 });
    expect(at.cloud.settles[1]?.context.signal.aborted).toBe(false);
    expect(await at.taskOf(task_id)).toMatchObject({ state: 'running' });
    at.cloud.settling.open();
    await at.until(task_id, 'success');
    expect((await at.logOf(task_id)).filter(({ status }) => status === 'success')).toHaveLength(1);
  });

  it('a task succeeds although its engine cannot reach the store for once while it works', async ({ at }) => {
    const { runner } = await at.process();
    const { settle, ...create } = at.cloud.commands['server.create']!;
    let failures = 1;
    at.cloud.commands['server.create'] = {
      ...create,
      settle: async (context, acceptance, body) => {
        if (failures-- > 0) throw new StoreUnavailable(new Error('the database is gone'));
        await settle?.(context, acceptance, body);
      },
    };
    const { task_id: taskId } = await at.create(runner, 'web-1');
    await at.until(taskId, 'success');
    expect(failures).toBe(-1);
    expect((await at.logOf(taskId)).map(({ status }) => status)).toEqual(['starting', 'running', 'success']);
  });

  it.for([1, 2, 5])('a task succeeds although the store fails %i times', async (times, { at }) => {
    let failures = 0;
    const { transaction } = methodsOf(at.store);
    const fail = (): boolean => failures > 0 && (failures -= 1) >= 0;
    const flaky: Store = {
      ...methodsOf(at.store),
      transaction: (work) => (fail() ? Promise.reject(new Error('disk full')) : transaction(work)),
    };
    const { runner } = await at.process({ store: flaky });
    at.cloud.settling.shut();
    const { task_id } = await at.create(runner, 'web-1');
    await vi.waitFor(async () => expect((await at.taskOf(task_id)).progress).toBe(0.5));
    failures = times;
    at.cloud.settling.open();
    await at.until(task_id, 'success');
    expect(failures).toBe(0);
    expect(at.cloud.things.size).toBe(1);
    expect((await at.logOf(task_id)).map(({ status }) => status)).toEqual(['starting', 'running', 'success']);
  });
});

/** A store whose members can be replaced one by one. */
const methodsOf = (store: Store): Store => ({
  opaque: store.opaque,
  objectKeys: store.objectKeys,
  read: store.read,
  changes: store.changes,
  states: store.states,
  tasks: store.tasks,
  leases: store.leases,
  sessions: store.sessions,
  personalTokens: store.personalTokens,
  signIns: store.signIns,
  tickets: store.tickets,
  records: store.records,
  properties: store.properties,
  objects: store.objects,
  audit: store.audit,
  figures: store.figures,
  transaction: (work) => store.transaction(work),
  ping: () => store.ping(),
  hasRoom: () => store.hasRoom(),
  close: () => store.close(),
});

describe.each(databases)('a task sealed with a key that was taken away, on $name,', ({ name }) => {
  it('a task sealed with a key that was taken away ends aborted, saying so, and a new task succeeds', async () => {
    const place = await testPlace(name);
    const old = await openStore(place.options);
    const first = bench(old);
    const dying = await first.process();
    first.cloud.accepting.shut();
    // what it would have heard is of no interest: the tests look at the task
    void first.create(dying.runner, 'sealed-before').catch(() => undefined);
    await vi.waitFor(() => expect(first.cloud.accepting.came).toBe(1));
    dying.crash();
    const id = await first.onlyTask();
    await old.close();
    const secretKey = randomBytes(32);
    const changing = await openStore({ ...place.options, secretKey, formerSecretKeys: [place.options.secretKey] });
    await changing.close();

    const store = await openStore({ ...place.options, secretKey });
    const at = bench(store);
    const { runner } = await at.process();
    const ended = await at.until(id, 'aborted');
    expect(ended.items[0]?.error).toMatchObject({ code: 'interrupted', detail: expect.stringContaining('secret key') });
    const { task_id } = await at.create(runner, 'sealed-now');
    await at.until(task_id, 'success');
    await at.end();
    await store.close();
    place.remove();
  });
});
