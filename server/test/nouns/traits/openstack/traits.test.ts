/** Traits of a cloud: those that its operators have named, and which nodes have them. */
import { afterEach, describe, expect, it } from 'vitest';
import { Bench } from '../../../engines/openstack/support/bench.ts';

const TRAITS = /\/placement\/traits\?/;
const PROVIDERS = /\/placement\/resource_providers\?required=/;
const MINE = ['CUSTOM_GPU', 'CUSTOM_SSD'];

interface Providers {
  resource_providers: { uuid: string }[];
}

describe('traits of nodes', () => {
  let bench: Bench;
  afterEach(() => bench.close());

  const rows = async (kind: string) => {
    const found: Record<string, unknown>[] = [];
    for await (const page of bench.store.read.sweep('cloud', kind)) found.push(...page.map(({ document }) => document));
    return found;
  };
  const names = async () => (await rows('trait')).map(({ name }) => name).toSorted();
  const offers = async () => new Map((await rows('node')).map(({ id, traits }) => [id, traits]));
  /** The node that has one of them in the recording. */
  const holder = (): string => bench.cloud.recorded<Providers>('GET', /required=CUSTOM_SSD$/).resource_providers[0]!.uuid;

  it('traits of nodes are the custom ones, for everybody, and asked for by trait, not by node', async () => {
    bench = await (await Bench.open({ poll: { nodes: 0.2 } })).mirrored();
    await expect.poll(names, { timeout: 30_000 }).toEqual(MINE);
    const row = await bench.store.read.get({ engine: 'cloud', kind: 'trait', id: 'CUSTOM_SSD' });
    expect(row).toMatchObject({ projectId: null, domainId: null, document: { id: 'CUSTOM_SSD', name: 'CUSTOM_SSD', description: null } });
    const nodes = await offers();
    expect(nodes.size).toBeGreaterThan(1);
    for (const [id, traits] of nodes) expect([id, traits]).toEqual([id, id === holder() ? ['CUSTOM_SSD'] : []]);
    const sweeps = () => bench.cloud.count('GET', /os-hypervisors\/detail/);
    const before = sweeps();
    await expect.poll(sweeps, { timeout: 30_000 }).toBeGreaterThan(before + 2);
    // Of what nobody has nobody is asked for; what was asked is good for a while.
    expect(bench.cloud.asked.filter(({ path }) => PROVIDERS.test(path)).map(({ path }) => path.split('=').at(-1))).toEqual(['CUSTOM_SSD']);
  });

  it('traits of a part of a node are the node’s', async () => {
    bench = await Bench.open();
    bench.cloud.on('GET', PROVIDERS, (_, usual) => {
      const [provider] = (usual().answer as Providers).resource_providers;
      return { answer: { resource_providers: [provider, { ...provider, uuid: 'a-card', root_provider_uuid: provider!.uuid }] } };
    });
    await bench.mirrored();
    expect((await offers()).get(holder())).toEqual(['CUSTOM_SSD']);
  });

  it.each([
    ['tells the service account nothing', TRAITS, { status: 403, answer: { errors: [{ status: 403, title: 'Forbidden' }] } }],
    ['is too old to tell', /^\/placement\/$/, { answer: { versions: [{ id: 'v1.0', max_version: '1.10', status: 'CURRENT' }] } }],
  ])('nodes have no traits where the placement service %s', async (_, path, reply) => {
    bench = await Bench.open();
    bench.cloud.on('GET', path, () => reply);
    await bench.mirrored();
    await expect.poll(() => bench.engine.health('trait').asOf, { timeout: 30_000 }).not.toBeNull();
    expect([await names(), [...(await offers()).values()].flat()]).toEqual([[], []]);
    expect(bench.engine.health()).toMatchObject({ reachable: true, services: [] });
  });

  it('traits of nodes stay as they were while the placement service does not answer', async () => {
    bench = await (await Bench.open()).mirrored();
    await expect.poll(names, { timeout: 30_000 }).toEqual(MINE);
    const before = await offers();
    bench.cloud.silent.add('placement');
    bench.cloud.on('GET', /os-hypervisors\/detail/, (_, usual) => {
      const { hypervisors } = usual().answer as { hypervisors: object[] };
      return { answer: { hypervisors: hypervisors.map((one) => ({ ...one, status: 'disabled' })) } };
    });
    await bench.restart();
    const states = async () => new Set((await rows('node')).map(({ state }) => state));
    await expect.poll(states, { timeout: 30_000 }).toEqual(new Set(['disabled']));
    expect([await offers(), await names()]).toEqual([before, MINE]);
  });

  it('traits that are gone from the cloud disappear once the placement service says so', async () => {
    bench = await (await Bench.open({ poll: { flavors: 0.2 } })).mirrored();
    await expect.poll(names, { timeout: 30_000 }).toEqual(MINE);
    bench.cloud.on('GET', TRAITS, () => ({ answer: { traits: ['CUSTOM_SSD'] } }));
    const unknown = bench.cloud.recording.exchanges.find(
      ({ path, status }) => path.startsWith('/placement/traits/1111') && status === 404,
    )!;
    const confirmed = () => bench.cloud.count('GET', /\/placement\/traits\/CUSTOM_GPU$/);
    // It is still there: the listing alone proves nothing.
    bench.cloud.on('GET', /\/placement\/traits\/CUSTOM_GPU$/, () => ({ status: 204 }));
    await expect.poll(confirmed, { timeout: 30_000 }).toBeGreaterThan(1);
    expect(await names()).toEqual(MINE);
    bench.cloud.on('GET', /\/placement\/traits\/CUSTOM_GPU$/, () => ({ status: 404, answer: unknown.answer, headers: unknown.headers }));
    await expect.poll(names, { timeout: 30_000 }).toEqual(['CUSTOM_SSD']);
  });
});
