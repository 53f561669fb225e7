import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GantryError, type ErrorCode } from '@gantry/contract/wire/errors';
import { anyDatabase, openTestStore } from '../../support/databases.ts';
import { all, Caller, idOfName, serverOf, smallPlatform, startEngine } from './support/platform.ts';
import { violations } from './support/invariants.ts';
import { act, chosenFor, FLAVORS, type Act } from './support/random-acts.ts';

type Step =
  | { type: 'create'; flavor: string; networks: string[]; fault: string | null; size: number | null; traits: string[] }
  | { type: 'act'; act: Act }
  | { type: 'wait'; ms: number }
  | { type: 'node'; node: string; down: boolean }
  | { type: 'restart' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('create' as const),
      flavor: fc.constantFrom(...FLAVORS),
      networks: fc.array(fc.constantFrom('acme-prod-private', 'public'), { minLength: 1, maxLength: 3 }),
      fault: fc.option(fc.constantFrom('accept', 'spawn', 'spawn:stuck', 'stop', 'unshelve', 'liveMigrate', 'resize:stuck', 'delete'), {
        freq: 3,
      }),
      size: fc.option(fc.integer({ min: 1, max: 90 }), { freq: 3 }),
      traits: fc.constantFrom<string[][]>([], [], ['CUSTOM_SSD'], ['CUSTOM_GPU', 'CUSTOM_SSD']),
    }),
  },
  {
    weight: 24,
    arbitrary: act.map((one) => ({ type: 'act' as const, act: one })),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(300, 1000, 2500, 5000, 10_000) }) },
  {
    weight: 1,
    arbitrary: fc.record({ type: fc.constant('node' as const), node: fc.constantFrom('node-001', 'node-002'), down: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'restart' as const }) },
);

/** What the platform may say to a step; anything else is a defect. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'state_conflict',
  'quota_exceeded',
  'no_capacity',
  'no_free_address',
  'validation_failed',
  'engine_refused',
]);

async function tolerating(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof GantryError) || !REFUSALS.has(error.code)) throw error;
  }
}

describe.each(anyDatabase)('whatever is done to the embedded platform on $name', ({ name }) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let platform: Awaited<ReturnType<typeof smallPlatform>>;
  const settings = { nodes: { count: 2, vcpus: 10, ram: 20_480, disk: 150 } };

  beforeAll(async () => {
    opened = await openTestStore(name);
    platform = await smallPlatform(opened.store, settings);
  });
  afterAll(async () => {
    await platform.engine.stop();
    await opened.close();
  });

  async function take(item: Step): Promise<void> {
    const { store } = opened;
    const { clock, caller } = platform;
    if (item.type === 'create') {
      const network_ids = await Promise.all(item.networks.map((network) => idOfName(store, 'network', network)));
      const flavor_id = await idOfName(store, 'flavor', item.flavor);
      const metadata = item.fault === null ? {} : { 'gantry.fault': item.fault };
      await tolerating(
        caller.create({
          network_ids,
          flavor_id,
          metadata,
          traits: item.traits,
          ...(item.size !== null && { volume_size: item.size }),
          allow_live_resize: item.size === null,
        }),
      );
    } else if (item.type === 'act') {
      const servers = await all(store, 'server');
      const target = servers[item.act.server % servers.length];
      if (!target) return;
      const { command, body } = chosenFor(item.act, target);
      await tolerating(caller.accept(command, target.id, await withIds(body)));
      await clock.advance(item.act.wait);
    } else if (item.type === 'wait') {
      await clock.advance(item.ms);
    } else if (item.type === 'node') {
      await platform.engine.setNodeDown(item.node, item.down);
    } else {
      await platform.engine.stop();
      const engine = await startEngine(store, clock, settings);
      platform = { ...platform, engine, caller: new Caller(engine, store, caller.actor) };
    }
  }

  /** A body with ids for the names of a flavor or an image. */
  async function withIds(body: object): Promise<object> {
    if ('flavor_id' in body) return { flavor_id: await idOfName(opened.store, 'flavor', String(body.flavor_id)) };
    if ('image_id' in body) return { image_id: await idOfName(opened.store, 'image', String(body.image_id)) };
    return body;
  }

  /** Deletes all servers, whatever they are in and were told to fail at. */
  async function clear(): Promise<void> {
    const { clock, engine, caller } = platform;
    for (const node of ['node-001', 'node-002']) await engine.setNodeDown(node, false);
    await clock.advance(120_000);
    for (const { id, locked, task_state: state, status } of await all(opened.store, 'server')) {
      if (locked) await caller.accept('server.unlock', id);
      // What is in ERROR can always be deleted; what rests on no node cannot be brought there.
      if (state !== null || status !== 'SHELVED_OFFLOADED') await caller.accept('server.resetState', id, { state: 'error' });
      await caller.accept('server.delete', id);
    }
    await clock.advance(10_000);
    for (const { id } of await all(opened.store, 'server')) {
      await caller.accept('server.unshelve', id);
      await clock.advance(60_000);
      await caller.accept('server.resetState', id, { state: 'error' });
      await caller.accept('server.delete', id);
      await clock.advance(10_000);
    }
  }

  it('sums, addresses and states of the platform stay true whatever is done, and nothing leaks', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        // What a run before this one left behind when it failed.
        await clear();
        for (const flavor of ['tiny', 'small'])
          await platform.caller.create({ flavor_id: await idOfName(opened.store, 'flavor', flavor), allow_live_resize: true });
        await platform.clock.advance(4000);
        for (const item of steps) {
          await take(item);
          expect(await violations(opened.store, platform.caller)).toEqual([]);
        }
        await clear();
        expect(await all(opened.store, 'server')).toEqual([]);
        expect(await all(opened.store, 'volume')).toEqual([]);
        expect(await violations(opened.store, platform.caller)).toEqual([]);
        const first = await platform.caller.create();
        expect((await serverOf(opened.store, first))?.networks[0]?.ips).toEqual(['10.64.0.2']);
        await clear();
      }),
      // Looking for a smaller example would outlast the test.
      { numRuns: 8, endOnFailure: true },
    );
  });
});
