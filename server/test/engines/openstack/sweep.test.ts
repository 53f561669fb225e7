/** What disappears from the mirror, and what must not. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FULL } from '../../../../tools/lib/tier.ts';
import { Bench } from './support/bench.ts';
import { AsRecorded } from '../../../../fakes/openstack/as-recorded.ts';

const LIST = /^\/compute\/v2\.1\/servers\/detail\?all_tenants=1&limit=/;
const NETWORKS = /^\/network\/v2\.0\/networks\?/;

type Servers = { servers: { id: string; name: string; status: string }[] };
type Networks = { networks: { id: string; name: string }[] };

let bench: Bench;
afterEach(() => bench.close());

const NOT_FOUND = { status: 404, answer: { itemNotFound: { code: 404, message: 'Instance could not be found.' } } };

/** The listing without one server, as after a deletion that nobody announced. */
function hide(cloud: AsRecorded, name: string): void {
  const page = cloud.recorded<Servers>('GET', LIST);
  const servers = page.servers.filter(({ id }) => id !== cloud.id(name));
  cloud.on('GET', LIST, () => ({ answer: { servers } }));
}

/** Many networks more, so that one missing is no shrinking. */
function manyNetworks(cloud: AsRecorded, count: number): Networks['networks'] {
  const { networks } = cloud.recorded<Networks>('GET', NETWORKS);
  const [first] = networks;
  const more = Array.from({ length: count }, (_, index) => ({
    ...first!,
    id: `extra-${String(index).padStart(3, '0')}`,
    name: `extra ${index}`,
  }));
  cloud.on('GET', /^\/network\/v2\.0\/subnets\?/, () => ({ answer: { subnets: [] } }));
  cloud.on('GET', /^\/network\/v2\.0\/rbac-policies\?/, () => ({ answer: { rbac_policies: [] } }));
  return [...networks, ...more];
}

const ids = async (kind: string): Promise<string[]> => {
  const found: string[] = [];
  for await (const rows of bench.store.read.sweep('cloud', kind)) found.push(...rows.map(({ id }) => id));
  return found;
};
const sweeps = (pattern: RegExp) => bench.cloud.count('GET', pattern);

/** A server that failed so long ago, in milliseconds, and tells no fault. */
async function withoutFault(age: number): Promise<RegExp> {
  const cloud = new AsRecorded();
  const single = new RegExp(`^/compute/v2\\.1/servers/${cloud.id('failed')}$`);
  const { fault: _, ...silent } = cloud.recorded<{ server: Record<string, unknown> }>('GET', single).server;
  const server = { ...silent, updated: new Date(Date.now() - age).toISOString() };
  cloud.on('GET', single, () => ({ answer: { server } }));
  const page = cloud.recorded<Servers>('GET', LIST);
  const servers = page.servers.map((listed) => (listed.id === cloud.id('failed') ? server : listed));
  cloud.on('GET', LIST, () => ({ answer: { servers } }));
  bench = await (await Bench.on(cloud, { poll: { servers: 0.1 } })).mirrored();
  return single;
}

describe('a server in error that tells no fault', FULL, () => {
  it('a server in error that tells no fault is read by itself once, however often all servers are read', async () => {
    const single = await withoutFault(3_600_000);
    const before = sweeps(LIST);
    await expect.poll(() => sweeps(LIST), { timeout: 30_000 }).toBeGreaterThan(before + 5);
    expect(sweeps(single)).toBe(1);
    expect(await bench.document('server', 'failed')).toMatchObject({ status: 'ERROR', fault: null });
  });

  it('a server in error that tells no fault is read again while its fault may still be written', async () => {
    const single = await withoutFault(0);
    await expect.poll(() => sweeps(single), { timeout: 30_000 }).toBeGreaterThan(2);
  });
});

describe('what is absent from a complete sweep', () => {
  it('a server that is absent from a sweep is deleted when the service says that it is gone', async () => {
    bench = await (await Bench.open({ poll: { servers: 0.1 } })).mirrored();
    hide(bench.cloud, 'failed');
    bench.cloud.on('GET', new RegExp(`/servers/${bench.cloud.id('failed')}$`), () => NOT_FOUND);
    await vi.waitFor(async () => expect(await bench.row('server', 'failed')).toBeUndefined(), 5000);
    expect(await bench.row('server', 'tiny')).toBeDefined();
  });

  it('a server that is absent from a sweep stays while the service still has it', FULL, async () => {
    bench = await (await Bench.open({ poll: { servers: 0.1 } })).mirrored();
    hide(bench.cloud, 'failed');
    const asked = new RegExp(`/servers/${bench.cloud.id('failed')}$`);
    const before = sweeps(asked);
    await expect.poll(() => sweeps(asked), { timeout: 30_000 }).toBeGreaterThan(before + 1);
    expect(await bench.row('server', 'failed')).toBeDefined();
  });

  it('a server that is absent from a sweep stays when a 404 does not come from the service itself', FULL, async () => {
    bench = await (await Bench.open({ poll: { servers: 0.1 } })).mirrored();
    hide(bench.cloud, 'failed');
    const asked = new RegExp(`/servers/${bench.cloud.id('failed')}$`);
    const proxy = { status: 404, answer: '<html>nothing here</html>', headers: { 'x-openstack-request-id': '' } };
    bench.cloud.on('GET', asked, () => proxy);
    const before = sweeps(asked);
    await expect.poll(() => sweeps(asked), { timeout: 30_000 }).toBeGreaterThan(before);
    await expect.poll(() => sweeps(LIST), { timeout: 30_000 }).toBeGreaterThan(2);
    expect(await bench.row('server', 'failed')).toBeDefined();
  });

  it('a network that is absent from a sweep stays when the listing broke off midway', FULL, async () => {
    const broken = new AsRecorded();
    bench = await Bench.on(broken, { poll: { networks: 0.1 }, settings: { limits: { page: 10 } } });
    const all = manyNetworks(broken, 25).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    let listed = all;
    let fails = false;
    broken.on('GET', NETWORKS, ({ path }) => {
      const marker = new URLSearchParams(path.split('?')[1]).get('marker');
      if (marker && fails) return { status: 500, answer: { NeutronError: { message: 'database lost' } } };
      const from = marker ? listed.findIndex(({ id }) => id === marker) + 1 : 0;
      return { answer: { networks: listed.slice(from, from + 10) } };
    });
    broken.on('GET', /^\/network\/v2\.0\/networks\/extra/, () => NOT_FOUND);
    broken.on('GET', /servers\/detail/, () => ({ answer: broken.recorded<Servers>('GET', LIST) }));
    for (const kind of [/flavors\/detail/, /\/image\/v2\/images\?/, /volumes\/detail/, /os-hypervisors/])
      broken.on('GET', kind, () => ({ answer: broken.recorded('GET', kind) }));
    await bench.mirrored();
    await expect.poll(async () => (await ids('network')).length, { timeout: 30_000 }).toBe(all.length);
    fails = true;
    listed = all.filter(({ id }) => id !== 'extra-003');
    const before = sweeps(NETWORKS);
    await expect.poll(() => sweeps(NETWORKS), { timeout: 30_000 }).toBeGreaterThan(before + 2);
    expect(await ids('network')).toContain('extra-003');
    fails = false;
    await expect.poll(() => ids('network'), { timeout: 15_000 }).not.toContain('extra-003');
  });

  it('networks stay when over a fifth of them is absent at once, until three sweeps in a row agree', FULL, async () => {
    bench = await Bench.open({ poll: { networks: 0.4 } });
    const { cloud } = bench;
    let listed = manyNetworks(cloud, 30);
    cloud.on('GET', NETWORKS, () => ({ answer: { networks: listed } }));
    cloud.on('GET', /^\/network\/v2\.0\/networks\/extra/, () => NOT_FOUND);
    await bench.mirrored();
    await expect.poll(async () => (await ids('network')).length, { timeout: 30_000 }).toBe(listed.length);
    const full = listed;
    listed = full.slice(0, 20);
    const before = sweeps(NETWORKS);
    await expect.poll(() => sweeps(NETWORKS), { timeout: 30_000, interval: 5 }).toBe(before + 2);
    expect(await ids('network')).toHaveLength(full.length);
    await expect.poll(async () => (await ids('network')).length, { timeout: 30_000 }).toBe(20);
    expect(cloud.count('GET', /^\/network\/v2\.0\/networks\/extra/)).toBe(full.length - 20);
  });

  it('images stay when the service account has lost its role: everything would look gone', FULL, async () => {
    bench = await (await Bench.open({ poll: { images: 0.1 } })).mirrored();
    const { cloud } = bench;
    cloud.on('GET', /^\/image\/v2\/images\?/, () => ({ answer: { images: [] } }));
    cloud.on('GET', /^\/image\/v2\/images\/[\da-f]/, () => NOT_FOUND);
    cloud.on('GET', /^\/identity\/v3\/domains$/, () => ({ status: 403, answer: { error: { message: 'not allowed' } } }));
    const before = sweeps(/^\/identity\/v3\/domains$/);
    await expect.poll(() => sweeps(/^\/identity\/v3\/domains$/), { timeout: 30_000 }).toBeGreaterThan(before + 1);
    expect(await ids('image')).toHaveLength(2);
  });
});

describe('what is late', FULL, () => {
  it('a listing that comes late does not overwrite a server that was requested later', async () => {
    bench = await (await Bench.open({ poll: { servers: 0.2 } })).mirrored();
    const { cloud } = bench;
    const id = cloud.id('tiny');
    const old = cloud.recorded<Servers>('GET', LIST);
    const { server } = cloud.recorded<{ server: object }>('GET', new RegExp(`/servers/${id}$`));
    const slow = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    cloud.on('GET', LIST, async () => {
      asked.resolve();
      await slow.promise;
      return { answer: old };
    });
    await asked.promise;
    cloud.on('GET', new RegExp(`/servers/${id}$`), () => ({ answer: { server: { ...server, name: 'newer' } } }));
    const context = await bench.asking('alice');
    cloud.on('PUT', new RegExp(`/servers/${id}$`), () => ({ answer: {} }));
    await bench.engine.commands['server.update']!.accept(context, (await bench.row('server', 'tiny'))!, { name: 'newer' } as never);
    expect(await bench.document('server', 'tiny')).toMatchObject({ name: 'newer' });
    const before = sweeps(LIST);
    cloud.on('GET', LIST, () => ({ status: 500, answer: {} }));
    slow.resolve();
    await expect.poll(() => sweeps(LIST), { timeout: 30_000 }).toBeGreaterThan(before);
    expect(await bench.document('server', 'tiny')).toMatchObject({ name: 'newer' });
  });
});

describe('a first sync that was cut off', FULL, () => {
  it('a first sync that was cut off goes on where it was, and deletes nothing until a whole one has ended', async () => {
    bench = await Bench.open({ poll: { networks: 0.3 }, settings: { limits: { page: 10 } } });
    const { cloud } = bench;
    for (const kind of [/flavors\/detail/, /\/image\/v2\/images\?/, /volumes\/detail/, /os-hypervisors/])
      cloud.on('GET', kind, () => ({ answer: cloud.recorded('GET', kind) }));
    cloud.on('GET', /servers\/detail/, () => ({ answer: cloud.recorded<Servers>('GET', LIST) }));
    const all = manyNetworks(cloud, 60).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    let stuck = true;
    const markers: (string | null)[] = [];
    cloud.on('GET', NETWORKS, ({ path }) => {
      const marker = new URLSearchParams(path.split('?')[1]).get('marker');
      if (marker && stuck) return { status: 503, answer: {} };
      markers.push(marker);
      const from = marker ? all.findIndex(({ id }) => id === marker) + 1 : 0;
      return { answer: { networks: all.slice(from, from + 10) } };
    });
    await bench.engine.start();
    await expect.poll(async () => (await ids('network')).length, { timeout: 30_000 }).toBe(10);
    await bench.engine.stop();
    stuck = false;
    markers.length = 0;
    await bench.restart();
    await expect.poll(async () => (await ids('network')).length, { timeout: 30_000 }).toBe(all.length);
    expect(markers.slice(0, 2)).toEqual([all[9]!.id, all[19]!.id]);
    expect(cloud.count('GET', /^\/network\/v2\.0\/networks\/[\w-]+$/)).toBe(0);
  });
});
