/** What is known of the room on nodes where the placement service tells nothing. */
import { afterEach, describe, expect, it } from 'vitest';
import { Bench } from './support/bench.ts';

interface Hypervisor {
  id: string;
  vcpus: number;
  vcpus_used: number;
  memory_mb: number;
  memory_mb_used: number;
}

const MIB = 1024 ** 2;
const PROVIDERS = /\/placement\/resource_providers\//;

describe('room on nodes', () => {
  let bench: Bench;
  afterEach(() => bench.close());

  const nodes = () => bench.cloud.recorded<{ hypervisors: Hypervisor[] }>('GET', /os-hypervisors\/detail/).hypervisors;
  const figures = async (id: string) => (await bench.store.read.get({ engine: 'cloud', kind: 'node', id }))?.document['statistics'];
  /** As the compute service counts, which knows of no overcommit. */
  const plain = ({ vcpus, vcpus_used: cores, memory_mb: memory, memory_mb_used: reserved }: Hypervisor) => ({
    compute: {
      vcpus,
      vcpus_free: vcpus - cores,
      vm_mem_capacity: memory * MIB,
      vm_mem_reserved: reserved * MIB,
      vm_mem_free: (memory - reserved) * MIB,
    },
  });

  it('the room of a node is what the compute service says where the placement service tells the account nothing', async () => {
    bench = await Bench.open();
    bench.cloud.on('GET', PROVIDERS, () => ({ status: 403, answer: { errors: [{ status: 403, title: 'Forbidden' }] } }));
    await bench.mirrored();
    for (const node of nodes()) expect(await figures(node.id)).toMatchObject(plain(node));
  });

  it('the room of a node is requested again where the figures of the compute service have changed, and not at each sweep', async () => {
    bench = await (await Bench.open({ poll: { nodes: 0.2 } })).mirrored();
    const listings = () => bench.cloud.count('GET', /os-hypervisors\/detail/);
    const asked = () => bench.cloud.count('GET', /\/usages$/);
    const before = listings();
    await expect.poll(listings, { timeout: 30_000 }).toBeGreaterThan(before + 2);
    expect(asked()).toBe(nodes().length);
    bench.cloud.on('GET', /os-hypervisors\/detail/, (_, usual) => {
      const { hypervisors } = usual().answer as { hypervisors: Hypervisor[] };
      return { answer: { hypervisors: hypervisors.map((one) => ({ ...one, vcpus_used: one.vcpus_used + 1 })) } };
    });
    await expect.poll(asked, { timeout: 30_000 }).toBe(2 * nodes().length);
    // What a node offers seldom changes: it is not asked for each time.
    expect(bench.cloud.count('GET', /\/inventories$/)).toBe(nodes().length);
  });

  it('the room of a node stays as it was while the placement service is silent, and its state is followed all the same', async () => {
    bench = await (await Bench.open({ poll: { nodes: 0.2 } })).mirrored();
    const [node] = nodes();
    const before = await figures(node!.id);
    bench.cloud.silent.add('placement');
    bench.cloud.on('GET', /os-hypervisors\/detail/, (_, usual) => {
      const { hypervisors } = usual().answer as { hypervisors: object[] };
      return { answer: { hypervisors: hypervisors.map((one) => ({ ...one, status: 'disabled', vcpus: 7 })) } };
    });
    const state = async () => (await bench.store.read.get({ engine: 'cloud', kind: 'node', id: node!.id }))?.document['state'];
    await expect.poll(state, { timeout: 30_000 }).toBe('disabled');
    expect(await figures(node!.id)).toEqual(before);
  });
});
