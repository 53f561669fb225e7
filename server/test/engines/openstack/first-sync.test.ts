/** The order of a first sync: what others are made with comes before them, and holds them up no longer than it must. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Bench } from './support/bench.ts';

const VOLUMES = /^\/volume\/v3\/[^/]+\/volumes\/detail/;
const SERVERS = /^\/compute\/v2.1\/servers\/detail\?all_tenants=1&limit/;
const patient = { timeout: 30_000 };

describe('the first sync', () => {
  let bench: Bench;
  beforeEach(async () => {
    bench = await Bench.open();
  });
  afterEach(() => bench.close());
  const rows = (kind: string) => bench.store.read.countRows('cloud', kind);

  it('the first sync brings volumes before servers, so that a server that boots from a volume is written once', async () => {
    const { cloud } = bench;
    const answered = Promise.withResolvers<void>();
    cloud.on('GET', VOLUMES, async () => {
      await answered.promise;
      return { answer: cloud.recorded('GET', VOLUMES) };
    });
    await bench.engine.start();
    await expect.poll(() => rows('network'), patient).toBeGreaterThan(0);
    expect([cloud.count('GET', VOLUMES), cloud.count('GET', SERVERS)]).toEqual([1, 0]);
    answered.resolve();
    await bench.swept();
    expect(await bench.row('server', 'on-volume')).toMatchObject({
      revision: 1,
      document: { boots_from_volume: true, image: { id: cloud.id('lab-tiny') }, username: 'lab' },
    });
  });

  it('the first sync brings servers although the volume service is away', async () => {
    bench.cloud.silent.add('volume');
    await bench.engine.start();
    await expect.poll(() => rows('server'), patient).toBeGreaterThan(0);
    expect(await rows('volume')).toBe(0);
  });
});
