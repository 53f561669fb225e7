import { afterEach, describe, expect, it } from 'vitest';
import { Bench } from '../engines/openstack/support/bench.ts';
import { databases } from '../support/databases.ts';

const LEASE = 'sync:cloud';

describe.each(databases)('a replica that has lost the mirror without knowing it yet, on $name', ({ name: database }) => {
  let bench: Bench;
  afterEach(() => bench.close());

  it('writes nothing of what it goes on reading, until the mirror is its own again', async () => {
    bench = await (await Bench.open({ database })).mirrored();
    const { leases } = bench.store;
    const { name } = await bench.document('server', 'tiny');
    await leases.release(LEASE, 'test');
    expect(await leases.hold(LEASE, 'another replica', 60_000)).toBeDefined();
    const { server } = bench.cloud.recorded<{ server: object }>('GET', new RegExp(`/servers/${bench.cloud.id('tiny')}$`));
    let asked = 0;
    bench.cloud.on('GET', /changes-since/, () => ({ answer: { servers: [{ ...server, name: `read ${(asked += 1)} times` }] } }));
    await expect.poll(() => asked, { interval: 20 }).toBeGreaterThanOrEqual(1);
    // Its next look at the lease comes later than this.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await bench.document('server', 'tiny')).toMatchObject({ name });
    await leases.release(LEASE, 'another replica');
    await expect.poll(async () => String((await bench.document('server', 'tiny'))['name'])).toMatch(/^read \d+ times$/);
  });
});
