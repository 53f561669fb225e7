/** Answers that are wrong, half or empty: nothing is deleted by them, health says so, and the next good one heals. */
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';

import { Bench } from './support/bench.ts';
import type { AsRecorded } from '../../../../fakes/openstack/as-recorded.ts';
import type { Asked, Told } from '../../../../fakes/openstack/listener.ts';

const NETWORKS = /^\/network\/v2\.0\/networks\?/;
const NOT_FOUND = { status: 404, answer: { NeutronError: { message: 'Network could not be found.' } } };
const PAGE = 10;

interface Network {
  id: string;
  name: string;
}

let bench: Bench;

/** Gives the cloud twenty-five networks in pages of ten. Answers how to let some of the listing go wrong. */
function pagedNetworks(cloud: AsRecorded): { all: Network[]; goWrong(how: ((asked: Asked, good: Told) => Told) | null): void } {
  const [first] = cloud.recorded<{ networks: Network[] }>('GET', NETWORKS).networks;
  const all = Array.from({ length: 25 }, (_, index) => ({ ...first!, id: `n-${String(index).padStart(3, '0')}`, name: `net ${index}` }));
  let wrong: ((asked: Asked, good: Told) => Told) | null = null;
  cloud.on('GET', /^\/network\/v2\.0\/subnets\?/, () => ({ answer: { subnets: [] } }));
  cloud.on('GET', /^\/network\/v2\.0\/rbac-policies\?/, () => ({ answer: { rbac_policies: [] } }));
  cloud.on('GET', /^\/network\/v2\.0\/networks\/n-/, () => NOT_FOUND);
  cloud.on('GET', NETWORKS, (asked) => {
    const marker = asked.query.get('marker');
    const from = marker === null ? 0 : all.findIndex(({ id }) => id === marker) + 1;
    const good = { answer: { networks: all.slice(from, from + Number(asked.query.get('limit'))) } };
    return wrong ? wrong(asked, good) : good;
  });
  for (const kind of [
    /flavors\/detail/,
    /\/image\/v2\/images\?/,
    /volumes\/detail/,
    /snapshots\/detail/,
    /os-hypervisors/,
    /servers\/detail/,
  ])
    cloud.on('GET', kind, () => ({ answer: cloud.recorded('GET', kind) }));
  return { all, goWrong: (how) => (wrong = how) };
}

const isSecond = ({ query }: Asked): boolean => query.has('marker');
const HTML = '<html><head><title>Maintenance</title></head><body>Back soon</body></html>';
const html = { 'content-type': 'text/html' };

const WRONG: readonly [string, (asked: Asked, good: Told) => Told][] = [
  ['JSON that ends in the middle', (_, { answer }) => ({ answer: JSON.stringify(answer).slice(0, 300) })],
  ['a connection that is lost in the body', (_, { answer }) => ({ answer, cutAfter: 300 })],
  ['a second page that fails', (asked, good) => (isSecond(asked) ? { status: 500, answer: { NeutronError: { message: 'lost' } } } : good)],
  ['a second page without its connection', (asked, good) => (isSecond(asked) ? { ...good, cutAfter: 0 } : good)],
  ['a page of HTML with status 200', () => ({ answer: HTML, headers: html })],
  ['a page of HTML with status 404', () => ({ status: 404, answer: HTML, headers: { ...html, 'x-openstack-request-id': '' } })],
  ['an answer without the list', () => ({ answer: { nets: [] } })],
  ['a list that is none', () => ({ answer: { networks: null } })],
  ['nothing at all', () => ({ answer: null })],
  [
    'a marker that is refused',
    (asked, good) => (isSecond(asked) ? { status: 400, answer: { NeutronError: { message: 'marker' } } } : good),
  ],
];

const count = () => bench.store.read.countRows('cloud', 'network');
const health = () => bench.engine.health('network');

/** One cloud for all: each heals before the next goes wrong. */
describe('a listing that goes wrong', () => {
  let networks: ReturnType<typeof pagedNetworks>;
  beforeAll(async () => {
    bench = await Bench.open({ poll: { networks: 0.05 }, settings: { limits: { page: PAGE } } });
    networks = pagedNetworks(bench.cloud);
    await bench.mirrored();
    await vi.waitFor(async () => expect([await count(), health().asOf]).toEqual([networks.all.length, expect.any(String)]));
  });
  afterAll(() => bench.close());

  it.each(WRONG)('a listing of %s deletes nothing, is said, and heals by itself', async (_name, wrong) => {
    const { all, goWrong } = networks;
    expect(await count()).toBe(all.length);
    expect(health()).toMatchObject({ reachable: true, services: [] });
    const head = await bench.store.changes.head();
    goWrong(wrong);
    await expect
      .poll(health, { timeout: 40_000 })
      .toMatchObject({ reachable: false, downSince: expect.any(String), services: [{ name: 'network', problem: 'failing' }] });
    expect(bench.engine.health('volume').reachable).toBe(true);
    const since = health().downSince;
    const asked = bench.cloud.count('GET', NETWORKS);
    await expect.poll(() => bench.cloud.count('GET', NETWORKS)).toBeGreaterThan(asked + 3);
    expect(health().downSince).toBe(since);
    expect(await count()).toBe(all.length);
    goWrong(null);
    await expect.poll(health, { timeout: 40_000 }).toMatchObject({ reachable: true, downSince: null, services: [] });
    expect(await count()).toBe(all.length);
    expect(bench.cloud.count('GET', /^\/network\/v2\.0\/networks\/n-/)).toBe(0);
    expect(await bench.store.changes.head()).toBe(head);
  });
});

describe('a listing', () => {
  afterEach(() => bench.close());

  it('a listing that is empty is not believed at once, and says so; what comes back was never away', async () => {
    bench = await Bench.open({ poll: { networks: 0.4 }, settings: { limits: { page: PAGE } } });
    const { all, goWrong } = pagedNetworks(bench.cloud);
    await bench.mirrored();
    await expect.poll(count).toBe(all.length);
    const head = await bench.store.changes.head();
    goWrong(() => ({ answer: { networks: [] } }));
    await expect.poll(() => health().doubts, { interval: 5 }).toMatchObject([{ kind: 'network', problem: 'shrunk' }]);
    expect(health().reachable).toBe(true);
    expect(await count()).toBe(all.length);
    goWrong(null);
    await expect.poll(() => health().doubts).toEqual([]);
    expect(await count()).toBe(all.length);
    expect(await bench.store.changes.head()).toBe(head);
  });

  it('a listing that misses other resources each time than before is never believed', async () => {
    bench = await Bench.open({ poll: { networks: 0.05 }, settings: { limits: { page: 1000 } } });
    const { all, goWrong } = pagedNetworks(bench.cloud);
    await bench.mirrored();
    await expect.poll(count).toBe(all.length);
    let turn = 0;
    const halves = () => (turn++ % 2 === 0 ? all.slice(0, 12) : all.slice(12));
    goWrong(() => ({ answer: { networks: halves() } }));
    await expect.poll(() => turn).toBeGreaterThan(8);
    expect(await count()).toBe(all.length);
    expect(bench.cloud.count('GET', /^\/network\/v2\.0\/networks\/n-/)).toBe(0);
  });
});

describe('one thing that is not described as promised', () => {
  afterEach(() => bench.close());

  it('a resource that is described wrongly shows the rest of it with a mark, hides no other, and is said until it is right again', async () => {
    const spoil = (network: Network): unknown => ({ ...network, name: 17 });
    bench = await Bench.open({ poll: { networks: 0.05 }, settings: { limits: { page: PAGE } } });
    const { all, goWrong } = pagedNetworks(bench.cloud);
    await bench.mirrored();
    await expect.poll(count).toBe(all.length);
    const [bad, other] = [all[3]!, all[4]!];
    const document = async (id: string) => (await bench.store.read.get({ engine: 'cloud', kind: 'network', id }))?.document;
    const name = async (id: string) => (await document(id))?.['name'];
    goWrong((_, { answer }) => ({
      answer: {
        networks: (answer as { networks: Network[] }).networks.map((network) => {
          if (network.id === bad.id) return spoil({ ...network, name: 'spoilt' });
          return network.id === other.id ? { ...network, name: 'changed' } : network;
        }),
      },
    }));
    await expect.poll(() => health().doubts).toMatchObject([{ kind: 'network', problem: 'unreadable', detail: bad.id }]);
    await expect.poll(() => name(other.id)).toBe('changed');
    expect(await document(bad.id)).toMatchObject({ name: '', unreadable: ['name'] });
    expect(health().reachable).toBe(true);
    const asked = bench.cloud.count('GET', NETWORKS);
    await expect.poll(() => bench.cloud.count('GET', NETWORKS), { timeout: 10_000 }).toBeGreaterThan(asked + 6);
    expect(await name(bad.id)).toBe('');
    goWrong(null);
    await expect.poll(() => health().doubts).toEqual([]);
    await expect.poll(() => document(bad.id)).not.toHaveProperty('unreadable');
  });

  it('a resource without an id lets nothing be deleted, for it may be what is missing', async () => {
    bench = await Bench.open({ poll: { networks: 0.05 }, settings: { limits: { page: 1000 } } });
    const { all, goWrong } = pagedNetworks(bench.cloud);
    await bench.mirrored();
    await expect.poll(count).toBe(all.length);
    const without = (network: Network): unknown => (network.id === all[3]!.id ? { name: network.name } : network);
    goWrong((_, { answer }) => ({ answer: { networks: (answer as { networks: Network[] }).networks.map(without) } }));
    await expect.poll(() => health().doubts).toMatchObject([{ problem: 'unreadable', detail: 'without id' }]);
    const asked = bench.cloud.count('GET', NETWORKS);
    await expect.poll(() => bench.cloud.count('GET', NETWORKS), { timeout: 10_000 }).toBeGreaterThan(asked + 6);
    expect(await count()).toBe(all.length);
    goWrong((_, { answer }) => ({
      answer: { networks: (answer as { networks: Network[] }).networks.filter(({ id }) => id !== all[3]!.id) },
    }));
    await expect.poll(count).toBe(all.length - 1);
    expect(health().doubts).toEqual([]);
  });
});
