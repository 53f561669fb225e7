/** A cloud that goes away and comes back. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { casesOfTier, FULL } from '../../../../tools/lib/tier.ts';
import { Bench } from './support/bench.ts';

/** One cloud for all: each heals before the next falls silent. */
describe('health of a service', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await (await Bench.open({ poll: { networks: 0.1, images: 0.1, volumes: 0.1, identity: 0.1 } })).mirrored();
  });
  afterAll(() => bench.close());

  it.each(casesOfTier(['compute', 'identity', 'network', 'image', 'volume']))(
    'the engine names %s while it is silent, keeps what is known, and heals by itself',
    async (service) => {
      await expect.poll(() => bench.engine.health().asOf).not.toBeNull();
      expect(bench.engine.health()).toMatchObject({ reachable: true, downSince: null, reason: null });
      const servers = await bench.store.read.countRows('cloud', 'server');
      // The service account's token is at hand for an hour; without Keystone the others go on until it ends.
      bench.cloud.silent.add(service);
      await expect
        .poll(() => bench.engine.health(), { timeout: 20_000 })
        .toMatchObject({ reachable: false, reason: expect.stringMatching(new RegExp(`^${service}: `)) });
      const { asOf, downSince } = bench.engine.health();
      expect(Date.parse(asOf!)).toBeLessThanOrEqual(Date.parse(downSince!) + 1000);
      expect(await bench.store.read.countRows('cloud', 'server')).toBeGreaterThanOrEqual(servers);
      // Its last answer is as old as the silence, or older; the others go on answering.
      expect(Date.parse(bench.engine.health().answered![service]!)).toBeLessThanOrEqual(Date.parse(downSince!) + 100);
      bench.cloud.silent.clear();
      await expect.poll(() => bench.engine.health(), { timeout: 20_000 }).toMatchObject({ reachable: true, downSince: null, reason: null });
      expect(Date.parse(bench.engine.health().answered![service]!)).toBeGreaterThan(Date.parse(downSince!));
      await expect.poll(() => Date.parse(bench.engine.health().asOf!), { timeout: 20_000 }).toBeGreaterThan(Date.parse(downSince!));
    },
  );
});

describe('health', FULL, () => {
  let bench: Bench;
  afterEach(() => bench.close());

  it.each(['compute', 'identity'])('the engine names %s while it hangs, lets nobody wait for it, and heals', async (service) => {
    bench = await (await Bench.open({ settings: { limits: { request: 60 } } })).mirrored();
    const context = await bench.asking('alice');
    const principal = await bench.signIn('alice');
    const target = (await bench.row('server', 'tiny'))!;
    bench.cloud.hanging.add(service);
    const waiting = bench.engine.identity!.projects(principal).then(
      () => 'answered',
      (error: unknown) => error,
    );
    await expect
      .poll(() => bench.engine.health(), { timeout: 20_000 })
      .toMatchObject({ reachable: false, services: [{ name: service, problem: 'silent' }] });
    if (service === 'identity') expect(await waiting).toMatchObject({ code: 'engine_unavailable' });
    const asked = bench.cloud.asked.length;
    await expect(bench.engine.commands['server.stop']!.accept(context, target, {} as never)).rejects.toMatchObject({
      code: 'engine_unavailable',
      detail: expect.stringMatching(new RegExp(`^${service}: no answer since`)),
    });
    expect(bench.cloud.asked.slice(asked).filter(({ method }) => method === 'POST')).toEqual([]);
    bench.cloud.hanging.clear();
    await expect.poll(() => bench.engine.health(), { timeout: 20_000 }).toMatchObject({ reachable: true, services: [] });
  });

  it('the engine starts although no service answers, and fills as soon as the cloud is there', async () => {
    bench = await Bench.open();
    for (const service of ['identity', 'compute', 'network', 'image', 'volume']) bench.cloud.silent.add(service);
    await bench.engine.start();
    await expect.poll(() => bench.engine.health(), { timeout: 20_000 }).toMatchObject({ reachable: false, asOf: null });
    bench.cloud.silent.clear();
    await bench.swept();
    await expect.poll(() => bench.engine.health().reachable, { timeout: 20_000 }).toBe(true);
  });

  it('the engine goes on with servers while the network service is silent, with the addresses they had', async () => {
    bench = await (await Bench.open()).mirrored();
    const before = await bench.document('server', 'tiny');
    const changed = bench.cloud.recorded<{ server: object }>('GET', new RegExp(`/servers/${bench.cloud.id('tiny')}$`)).server;
    bench.cloud.silent.add('network');
    bench.cloud.on('GET', /changes-since/, () => ({ answer: { servers: [{ ...changed, name: 'still shown' }] } }));
    await expect
      .poll(() => bench.document('server', 'tiny'), { timeout: 20_000 })
      .toMatchObject({ name: 'still shown', networks: before['networks'] });
  });

  it('the engine leaves the mirror to the replica that holds the lease, and takes over after it', async () => {
    bench = await Bench.open();
    await bench.store.leases.hold('sync:cloud', 'another replica', 60_000);
    await bench.engine.start();
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(bench.cloud.asked).toEqual([]);
    await bench.store.leases.release('sync:cloud', 'another replica');
    await bench.swept();
  });

  it('the engine works without the notification bus it was told of', async () => {
    bench = await Bench.open({ settings: { notifications: { url: 'amqp://127.0.0.1:1/' } } });
    await bench.mirrored();
    expect(bench.engine.health().reachable).toBe(true);
  });
});
