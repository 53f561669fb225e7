import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { nouns } from '@gantry/contract';
import { collectHour } from '../../../src/nouns/capacity/handler/collector.ts';
import { forgetCapacity, HOUR_MS, keepHour, keptHours } from '../../../src/nouns/capacity/handler/hourly-figures.ts';
import type { Store } from '../../../src/port/store/store.ts';
import { acmeProd, Caller, smallPlatform } from '../../engines/embedded/support/platform.ts';
import { startTestApp } from '../../support/app.ts';
import { databases, openTestStore } from '../../support/databases.ts';

const DAY = 24 * HOUR_MS;
const START = Date.UTC(2026, 10, 23, 22);

describe.each(databases)('figures of capacity on $name', ({ name }) => {
  let store: Store;
  let close: () => Promise<void>;
  beforeEach(async () => ({ store, close } = await openTestStore(name)));
  afterEach(() => close());

  const keep = (at: number, figures: Record<string, number>) => store.transaction((writer) => keepHour(writer, 'compute', at, figures));
  const usedOf = async (now: number, figure = 'vcpus') => (await keptHours(store, 'compute', now)).get(figure);

  it('figures of capacity are one an hour, across midnight, with gaps where none was taken', async () => {
    for (const [hour, vcpus] of [0, 1, 3].entries()) await keep(START + vcpus * HOUR_MS, { vcpus: 10 + hour });
    await keep(START, { vcpus: 9 });
    expect(await usedOf(START + 5 * HOUR_MS)).toEqual({ since: START, used: [9, 11, null, 12] });
    expect(await usedOf(START, 'ram')).toBeUndefined();
  });

  it('figures of capacity are those of 30 days, and older ones are forgotten', async () => {
    for (let day = 0; day < 40; day += 1) await keep(START + day * DAY, { vcpus: day });
    const now = START + 39 * DAY;
    const kept = await usedOf(now);
    expect(kept?.used.filter((value) => value !== null)).toEqual(Array.from({ length: 30 }, (_, day) => day + 10));
    await forgetCapacity(store, new Date(now).toISOString());
    expect(await store.records.list('capacity', 'days')).toHaveLength(31);
    expect(await usedOf(now)).toEqual(kept);
  });

  it('figures of capacity are taken once an hour by one of two processes, with what projects use, and zero again once that is gone', async () => {
    const { clock, engine } = await smallPlatform(store);
    const actor = await acmeProd(engine);
    const projectId = actor.scope.type === 'project' ? actor.scope.projectId : '';
    const caller = new Caller(engine, store, actor);
    const id = await caller.create();
    for (let step = 0; step < 5; step += 1) await clock.advance(1_000);
    let now = START;
    const platform = { figures: (_: string, kind: string) => engine.figures?.[kind] };
    const collect = (owner: string) => collectHour({ store, platform, owner, clock: { now: () => now } });
    const cores = async () => (await keptHours(store, `project:${projectId}`, now)).get('cores')?.used;

    await store.leases.hold('capacity', 'other', 60_000);
    await collect('one');
    expect(await cores()).toBeUndefined();
    await store.leases.release('capacity', 'other');
    await collect('one');
    const [before] = (await cores())!;
    expect(before).toBeGreaterThan(0);
    expect((await keptHours(store, 'compute', now)).get('vcpus')?.used).toEqual([before]);
    expect((await keptHours(store, 'storage:storage', now)).get('0')?.used).toHaveLength(1);

    await caller.accept('server.delete', id, {});
    for (let step = 0; step < 5; step += 1) await clock.advance(1_000);
    await collect('two');
    expect(await cores()).toEqual([before]);
    now += HOUR_MS;
    await collect('two');
    expect(await cores()).toEqual([before, 0]);
    await engine.stop();
  });
});

it('capacity has a limit, and no figures and no trend before the first was taken', async () => {
  // A server of its own: one that has run for a minute has figures.
  const app = await startTestApp({ database: 'sqlite' });
  try {
    const system = await app.as('admin', 'own');
    const { data } = await system.call(nouns.computeCluster.calls.capacity);
    const { compute } = await system.call(nouns.computeCluster.calls.stat);
    const none = { since: null, used: [], trend: null, outlook: 'collecting', full_at: null };
    expect(data).toEqual([
      { of: 'vcpus', limit: compute!.vcpus, ...none },
      { of: 'ram', limit: compute!.vm_mem_capacity, ...none },
    ]);
    const [tier] = (await system.call(nouns.storageClusters.calls.capacity)).data;
    const [cluster] = (await system.call(nouns.storageClusters.calls.list)).data;
    expect(tier).toEqual({ cluster: cluster!.name, tier: 0, limit: cluster!.tiers[0]!.total, ...none });
  } finally {
    await app.close();
  }
});
