import { afterEach, describe, expect, it } from 'vitest';
import { Bench } from '../engines/openstack/support/bench.ts';
import { databases } from '../support/databases.ts';

const LEASE = 'sync:cloud';

describe.each(databases)('a replica that has lost the mirror without knowing it yet, on $name', ({ name: database }) => {
  let bench: Bench;
  let hear: () => void;
  afterEach(async () => {
    hear();
    await bench.close();
  });

  /** From here on the replica is not told whether the lease is still its own; ends when it has asked. */
  async function deafen(): Promise<void> {
    const { leases } = bench.store;
    const { hold } = leases;
    const [asked, heard] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    hear = heard.resolve;
    leases.hold = async (name, owner, ms) => {
      if (owner === 'test') {
        asked.resolve();
        await heard.promise;
      }
      return hold(name, owner, ms);
    };
    await asked.promise;
  }

  it('a replica that lost the mirror unknowingly writes nothing of what it reads until the mirror is its own again', async () => {
    bench = await (await Bench.open({ database, lease: 2_000 })).mirrored();
    const { leases } = bench.store;
    const { name } = await bench.document('server', 'tiny');
    await deafen();
    await leases.release(LEASE, 'test');
    expect(await leases.hold(LEASE, 'another replica', 600_000)).toBeDefined();
    const { server } = bench.cloud.recorded<{ server: object }>('GET', new RegExp(`/servers/${bench.cloud.id('tiny')}$`));
    let asked = 0;
    bench.cloud.on('GET', /changes-since/, () => ({ answer: { servers: [{ ...server, name: `read ${(asked += 1)} times` }] } }));
    // What it reads the second time it asks for only after it has tried to write the first.
    await expect.poll(() => asked).toBeGreaterThanOrEqual(3);
    expect(await bench.document('server', 'tiny')).toMatchObject({ name });
    await leases.release(LEASE, 'another replica');
    hear();
    await expect.poll(async () => String((await bench.document('server', 'tiny'))['name'])).toMatch(/^read \d+ times$/);
  });
});
