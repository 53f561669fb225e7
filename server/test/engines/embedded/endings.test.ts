import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ManualClock } from '../../../src/engines/embedded/platform/clock.ts';
import type { EmbeddedEngine } from '../../../src/engines/embedded/index.ts';
import { anyDatabase, openTestStore } from '../../support/databases.ts';
import { acmeProd, Caller, createEngine, RECORDS, serverOf, smallPlatform, startEngine, TIMINGS } from './support/platform.ts';
import { mustHold } from './support/invariants.ts';

const FAULT = 'gantry.fault';

describe.each(anyDatabase)('how commands end on the embedded platform on $name', ({ name }) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let clock: ManualClock;
  let engine: EmbeddedEngine;
  let caller: Caller;

  beforeEach(async () => {
    opened = await openTestStore(name);
    ({ clock, engine, caller } = await smallPlatform(opened.store));
  });
  afterEach(async () => {
    await mustHold(opened.store, caller);
    await engine.stop();
    await opened.close();
  });

  const state = async (id: string) => {
    const server = await serverOf(opened.store, id);
    return server && [server.status, server.task_state, server.fault?.message ?? null];
  };
  /** A server with a fault switch, built to the end. */
  const built = async (fault?: string): Promise<string> => {
    const id = await caller.create(fault === undefined ? {} : { metadata: { [FAULT]: fault } });
    await clock.advance(4000);
    return id;
  };

  it('the task of a creation waits until the server has arrived, and tells how far it is', async () => {
    const accepted = await caller.accept('server.create', null, await caller.body());
    const fractions: number[] = [];
    let ended = false;
    const settling = caller.settle('server.create', accepted, { progress: (fraction) => fractions.push(fraction) }).then(() => {
      ended = true;
    });
    for (let step = 0; step < 3; step += 1) {
      await clock.advance(1000);
      await expect.poll(() => fractions.at(-1)).toBe((step + 1) / 4);
    }
    expect(ended).toBe(false);
    await clock.advance(1000);
    await settling;
    expect(await state(accepted.id)).toEqual(['ACTIVE', null, null]);
  });

  it('the task of a deletion ends when the server is gone', async () => {
    const accepted = await caller.accept('server.delete', await built());
    const settling = caller.settle('server.delete', accepted);
    await clock.advance(1000);
    await settling;
    expect(await state(accepted.id)).toBeUndefined();
  });

  it('a stop that is waited for is let go when told to, and can be taken up again', async () => {
    const id = await built();
    const accepted = await caller.accept('server.stop', id);
    const abort = new AbortController();
    const settling = caller.settle('server.stop', accepted, { signal: abort.signal });
    abort.abort(new Error('let go'));
    await expect(settling).rejects.toThrow('let go');
    await clock.advance(1000);
    await caller.settle('server.stop', accepted);
  });

  it('a creation goes on in a new process where the old one stopped', async () => {
    const accepted = await caller.accept('server.create', null, await caller.body());
    await clock.advance(1500);
    await engine.stop();
    await clock.advance(10_000);
    expect(await state(accepted.id)).toEqual(['BUILD', 'block_device_mapping', null]);
    engine = await startEngine(opened.store, clock);
    await new Caller(engine, opened.store, caller.actor).settle('server.create', accepted);
    expect(await state(accepted.id)).toEqual(['ACTIVE', null, null]);
  });

  it('servers pass each state of their creation once, whichever of two processes was asked', async () => {
    const other = await startEngine(opened.store, clock);
    const callers = [caller, new Caller(other, opened.store, await acmeProd(other))];
    const from = await opened.store.changes.head();
    const accepted = await Promise.all(
      [0, 1, 2, 3, 4, 5].map(async (index) => callers[index % 2]!.accept('server.create', null, await caller.body({ name: `s${index}` }))),
    );
    for (let step = 0; step < 4; step += 1) await clock.advance(1000);
    for (const [index, one] of accepted.entries()) await callers[index % 2]!.settle('server.create', one);
    const { entries } = await opened.store.changes.since(from, 1000);
    // Five states each, none twice.
    expect(entries.filter(({ kind }) => kind === 'server')).toHaveLength(30);
    await other.stop();
  });

  it('a command whose acceptance nobody remembers any more ends as interrupted', async () => {
    const accepted = await caller.accept('server.stop', await built());
    await clock.advance(1000);
    await clock.advance(25 * 60 * 60 * 1000);
    await expect.poll(async () => (await opened.store.records.list(RECORDS, 'accepted')).length).toBe(0);
    await expect(caller.settle('server.stop', accepted)).rejects.toMatchObject({ code: 'interrupted' });
  });

  it('a creation fails with the platform’s words when building fails, and the server shows them', async () => {
    const accepted = await caller.accept('server.create', null, await caller.body({ metadata: { [FAULT]: 'spawn' } }));
    const from = await opened.store.changes.head();
    const settling = Promise.allSettled([caller.settle('server.create', accepted)]);
    await clock.advance(4000);
    expect((await settling)[0]).toMatchObject({
      status: 'rejected',
      reason: { code: 'engine_refused', detail: 'create failed: fault injected by metadata' },
    });
    expect(await state(accepted.id)).toEqual(['ERROR', null, 'create failed: fault injected by metadata']);
    const { entries } = await opened.store.changes.since(from, 100);
    expect(entries.filter(({ kind }) => kind === 'server').at(-1)).toMatchObject({
      operation: 'failed',
      status: 'ERROR',
      error: { code: 'engine_refused', name: 'web-01', detail: 'create failed: fault injected by metadata' },
    });
    expect(await caller.live('server.events', 'server', accepted.id)).toMatchObject({ data: [{ action: 'create', result: 'failed' }] });
  });

  it('a server stays as it was when stopping or starting it fails', async () => {
    const [unstoppable, unstartable] = [await built('stop'), await built('start')];
    const stopping = await caller.accept('server.stop', unstoppable);
    const stopped = await caller.accept('server.stop', unstartable);
    await clock.advance(1000);
    await expect(caller.settle('server.stop', stopping)).rejects.toMatchObject({ code: 'engine_refused' });
    expect(await state(unstoppable)).toEqual(['ACTIVE', null, null]);
    await caller.settle('server.stop', stopped);
    const starting = await caller.accept('server.start', unstartable);
    await clock.advance(1000);
    await expect(caller.settle('server.start', starting)).rejects.toMatchObject({ code: 'engine_refused' });
    expect(await state(unstartable)).toEqual(['SHUTOFF', null, null]);
  });

  it('a server is in ERROR when its reboot or deletion fails, and can be stopped or deleted from there', async () => {
    const id = await built('reboot');
    await caller.accept('server.reboot', id, { type: 'SOFT' });
    await clock.advance(3000);
    expect(await state(id)).toEqual(['ERROR', null, 'reboot failed: fault injected by metadata']);
    await caller.accept('server.stop', id);
    await clock.advance(1000);
    expect(await state(id)).toEqual(['SHUTOFF', null, null]);

    const undeletable = await built('delete');
    await caller.accept('server.delete', undeletable);
    await clock.advance(1000);
    expect(await state(undeletable)).toEqual(['ERROR', null, 'delete failed: fault injected by metadata']);
    await caller.accept('server.delete', undeletable);
    await clock.advance(1000);
    expect(await state(undeletable)).toBeUndefined();
  });

  it('a creation is refused on demand by metadata', async () => {
    await expect(caller.create({ metadata: { [FAULT]: 'accept' } })).rejects.toMatchObject({ code: 'engine_refused' });
  });

  it('the embedded platform refuses commands during an outage, and a server is built to the end after it', async () => {
    const id = await caller.create();
    engine.setOutage(true);
    expect(engine.health()).toMatchObject({ reachable: false, downSince: '2026-01-01T00:00:00.000Z', reason: 'outage' });
    await clock.advance(60_000);
    expect(await state(id)).toEqual(['BUILD', 'scheduling', null]);
    await expect(caller.create()).rejects.toMatchObject({ code: 'engine_unavailable' });
    await expect(caller.accept('server.update', id, { name: 'x' })).rejects.toMatchObject({ code: 'engine_unavailable' });
    await expect(caller.live('server.log', 'server', id)).rejects.toMatchObject({ code: 'engine_unavailable' });
    engine.setOutage(false);
    expect(engine.health()).toEqual({ reachable: true, asOf: null, downSince: null, reason: null, services: [], doubts: [] });
    await clock.advance(0);
    expect(await state(id)).toEqual(['ACTIVE', null, null]);
  });

  it('the embedded platform can be configured to be unreachable from the start', async () => {
    const down = await createEngine(opened.store, clock, { outage: true, timings: TIMINGS });
    expect(down.health().reachable).toBe(false);
    await expect(new Caller(down, opened.store, caller.actor).create()).rejects.toMatchObject({ code: 'engine_unavailable' });
  });
});
