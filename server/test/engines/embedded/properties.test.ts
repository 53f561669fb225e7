import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GantryError, type ErrorCode } from '@gantry/contract/wire/errors';
import { databases, openTestStore } from '../../support/databases.ts';
import { all, Caller, idOfName, serverOf, smallPlatform, startEngine } from './support/platform.ts';
import { violations } from './support/invariants.ts';

type Step =
  | { type: 'create'; flavor: string; networks: string[]; fault: string | null; size: number | null }
  | { type: 'act'; command: string; server: number; body: object }
  | { type: 'wait'; ms: number }
  | { type: 'restart' };

const acts = ['server.start', 'server.stop', 'server.delete'].map((command) => ({ command, body: {} }));
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('create' as const),
      flavor: fc.constantFrom('tiny', 'small', 'medium', 'large', 'xlarge'),
      networks: fc.array(fc.constantFrom('acme-prod-private', 'public'), { minLength: 1, maxLength: 3 }),
      fault: fc.option(fc.constantFrom('accept', 'spawn', 'start', 'stop', 'reboot', 'delete'), { freq: 3 }),
      size: fc.option(fc.integer({ min: 1, max: 90 }), { freq: 3 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom(
          ...acts,
          { command: 'server.reboot', body: { type: 'SOFT' } },
          { command: 'server.reboot', body: { type: 'HARD' } },
          { command: 'server.update', body: { name: 'renamed' } },
        ),
        fc.nat({ max: 20 }),
      )
      .map(([act, server]) => ({ type: 'act' as const, ...act, server })),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('wait' as const), ms: fc.constantFrom(300, 1000, 2500, 5000) }) },
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

describe.each(databases)('whatever is done to the embedded platform on $name', ({ name }) => {
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
      await tolerating(caller.create({ network_ids, flavor_id, metadata, ...(item.size !== null && { volume_size: item.size }) }));
    } else if (item.type === 'act') {
      const servers = await all(store, 'server');
      const target = servers[item.server % servers.length];
      if (target) await tolerating(caller.accept(item.command, target.id, item.body));
    } else if (item.type === 'wait') {
      await clock.advance(item.ms);
    } else {
      await platform.engine.stop();
      const engine = await startEngine(store, clock, settings);
      platform = { ...platform, engine, caller: new Caller(engine, store, caller.actor) };
    }
  }

  /** Deletes all servers; those whose deletion fails end in ERROR and go at the second try. */
  async function clear(): Promise<void> {
    for (let round = 0; round < 2; round += 1) {
      await platform.clock.advance(10_000);
      for (const { id } of await all(opened.store, 'server')) await platform.caller.accept('server.delete', id);
    }
    await platform.clock.advance(10_000);
  }

  it('sums, addresses and states stay true, and nothing leaks', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
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
      { numRuns: 12 },
    );
  });
});
