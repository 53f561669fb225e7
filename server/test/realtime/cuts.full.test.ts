import fc from 'fast-check';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { testPlace, type TestPlace } from '../support/databases.ts';
import { ownedBy, settled, stage, thing, type Client, type Stage, type Tokens } from './support/stage.ts';
import { wireTo } from './support/wire.ts';

/** Failures are never gathered into one, so that each of them is to be told. */
const note = { operation: 'failed', error: { code: 'internal', name: 'x' } } as const;

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      by: fc.nat(1),
      count: fc.integer({ min: 1, max: 12 }),
      foreign: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cut' as const), to: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 40 }) }) },
);

describe('a client of two replicas that is cut off at any moment', () => {
  let place: TestPlace;
  let stores: Store[];
  let stages: Stage[];

  beforeEach(async () => {
    place = await testPlace('postgres');
    stores = [await openStore({ ...place.options, owner: 'one' }), await openStore({ ...place.options, owner: 'two' })];
    // The second one lags behind: whoever comes from the first knows more than it does.
    stages = await Promise.all(stores.map((store, which) => stage(store, { times: { coalesce: which === 0 ? 20 : 300, patrol: 2_000 } })));
  });
  afterEach(async () => {
    for (const at of stages) await at.end();
    for (const store of stores) await store.close();
    place.remove();
  });

  /** Follows the log as the console does: at whichever replica, from the last number it heard of. */
  async function follow(tokens: Tokens) {
    const wires = await Promise.all(stages.map(({ url }) => wireTo(url)));
    const connections: Client[] = [];
    let since: number | undefined;
    const events = () => connections.flatMap((client) => client.events.map(({ event }) => event));
    const seen = () => Math.max(since ?? 0, ...events().map(({ seq }) => seq));
    async function attach(which: number): Promise<void> {
      const client = await stages[which]!.connect(tokens, { url: wires[which]!.url, websocketOnly: true });
      const from = since === undefined ? {} : { since: seen() };
      connections.push(client);
      const answer = await client.login({ all_tenants: false, ...from });
      expect(answer).toMatchObject({ code: 200 });
      expect(answer).not.toHaveProperty('resync');
      since ??= answer.seq;
    }
    await attach(0);
    return {
      start: since ?? 0,
      told: () => events().flatMap(({ changes }) => changes),
      get last() {
        return connections.at(-1)!;
      },
      async move(to: number) {
        for (const wire of wires) wire.cut();
        await attach(to);
      },
      async end() {
        for (const { socket } of connections) socket.disconnect();
        for (const wire of wires) await wire.close();
      },
    };
  }

  it('a client of two replicas that is cut off at any moment is told each visible change once, in the order of commits', async () => {
    const tokens = await stages[0]!.signIn('acme-member', 'acme-prod');
    let made = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const follower = await follow(tokens);
        const writing: Promise<unknown>[] = [];
        const write = async (store: Store, count: number, foreign: boolean): Promise<void> => {
          for (let index = 0; index < count; index += 1) {
            const row = thing('server', `s${(made += 1)}`, ownedBy(foreign ? 'globex-prod' : 'acme-prod'));
            await store.transaction((writer) => writer.put(row, note));
          }
        };
        for (const one of steps) {
          if (one.do === 'write') writing.push(write(stores[one.by]!, one.count, one.foreign));
          else if (one.do === 'wait') await delay(one.ms);
          else await follower.move(one.to);
        }
        await Promise.all(writing);
        await settled(stores[1]!, [follower.last]);
        const { entries } = await stores[0]!.changes.since(follower.start, 10_000);
        const due = entries.filter(({ kind, after }) => kind === 'server' && after?.includes('project:acme-prod')).map(({ seq }) => seq);
        const told = follower.told().filter(({ entity }) => entity === 'server');
        expect(told.map(({ seq }) => seq)).toEqual(due);
        await follower.end();
      }),
      { numRuns: 15 },
    );
  });
});

describe('a reader that has stopped reading', () => {
  it('a reader that has stopped reading is cut when too much waits for it, while others are told as before', async () => {
    const place = await testPlace('sqlite');
    const store = await openStore(place.options);
    const at = await stage(store, { bufferLimit: 500_000, times: { patrol: 300, coalesce: 20 } });
    const tokens = await at.signIn('acme-member', 'acme-prod');
    const wire = await wireTo(at.url);
    const asleep = await at.connect(tokens, { url: wire.url, websocketOnly: true });
    expect(await asleep.login({ all_tenants: false })).toMatchObject({ code: 200 });
    const reader = await at.enter('acme-member', 'acme-prod');
    wire.hold();
    // More than the kernel's own buffers take.
    const detail = 'x'.repeat(50_000);
    let made = 0;
    while (at.realtime.sockets > 1) {
      // Long before it would be missed for not answering the first ping (25 s).
      expect(made).toBeLessThan(1_000);
      const row = thing('server', `s${(made += 1)}`, ownedBy('acme-prod'));
      await store.transaction((writer) => writer.put(row, { ...note, error: { ...note.error, detail } }));
      await delay(5);
    }
    expect(reader.socket.connected).toBe(true);
    await settled(store, [reader]);
    expect(
      new Set(
        reader
          .changes()
          .filter(({ entity }) => entity === 'server')
          .map(({ id }) => id),
      ).size,
    ).toBe(made);
    // It wakes up, finds itself cut, and is told what it missed.
    const since = Math.max(0, ...asleep.events.map(({ event }) => event.seq));
    wire.cut();
    // All of it comes at once, and is more than may wait: whoever takes it is not cut for that.
    const back = await at.connect(tokens);
    expect(await back.login({ all_tenants: false, since })).toEqual({ code: 200, seq: since });
    await settled(store, [back]);
    expect(asleep.changes().length + back.changes().filter(({ entity }) => entity === 'server').length).toBe(made);
    await at.end();
    await wire.close();
    await store.close();
    place.remove();
  });
});
