import { afterEach, describe, expect, it } from 'vitest';
import { openStore } from '../../src/store/open.ts';
import type { Store } from '../../src/port/store/store.ts';
import { databases, testPlace } from '../support/databases.ts';
import { acmeProd, Caller, ENGINE, serverOf, smallPlatform, startEngine } from '../engines/embedded/support/platform.ts';

const CLOCK = `embedded:${ENGINE}:clock`;

describe.each(databases)('the clock of the embedded platform on $name', ({ name }) => {
  const closing: (() => Promise<void> | void)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close();
  });

  it('the clock of the embedded platform is not turned twice by a process held up between its look and its step', async () => {
    const place = await testPlace(name);
    const [one, two] = [await openStore({ ...place.options, owner: 'one' }), await openStore({ ...place.options, owner: 'two' })];
    closing.push(
      () => place.remove(),
      () => one.close(),
      () => two.close(),
    );
    const { clock, engine: first } = await smallPlatform(one);
    await first.stop();

    // It has found what is due and got the lease, and there it stands still until the gate opens.
    const gate = Promise.withResolvers<void>();
    let isHeldUp = false;
    const slowStore: Store = {
      ...two,
      leases: {
        ...two.leases,
        async hold(lease, owner, ms) {
          const held = await two.leases.hold(lease, owner, ms);
          isHeldUp = lease === CLOCK;
          if (isHeldUp) await gate.promise;
          return held;
        },
      },
    };
    const slow = await startEngine(slowStore, clock, {}, 'slow');
    closing.push(() => slow.stop());
    const id = await new Caller(slow, two, await acmeProd(slow)).create();
    const ticking = [clock.advance(1_000)];
    await expect.poll(() => isHeldUp).toBe(true);
    await one.leases.release(CLOCK, 'slow');

    const quick = await startEngine(one, clock, {}, 'quick');
    closing.push(() => quick.stop());
    const status = async (): Promise<unknown> => (await serverOf(one, id))?.status;
    for (let step = 0; step < 4; step += 1) ticking.push(clock.advance(1_000));
    await expect.poll(status).toBe('ACTIVE');
    await new Caller(quick, one, await acmeProd(quick)).accept('server.stop', id);
    const before = await one.read.get({ engine: ENGINE, kind: 'server', id });
    expect(before?.document).toMatchObject({ status: 'ACTIVE', task_state: 'powering-off' });

    // What it knows is that the building of this server is to go on.
    gate.resolve();
    await Promise.all(ticking);
    expect(await one.read.get({ engine: ENGINE, kind: 'server', id })).toEqual(before);
    await clock.advance(1_000);
    expect(await status()).toBe('SHUTOFF');
  });
});
