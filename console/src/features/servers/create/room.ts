import type { Flavor } from '@gantry/contract/nouns/flavors/entity';

const MIB = 1024 ** 2;

/** Of a node, what counts: figures are what servers have reserved, memory in bytes. */
interface Node {
  in_maintenance: boolean;
  hypervisor: { status: string };
  statistics: { compute: { vcpus_free: number; vm_mem_free: number } };
}

/** How many servers of a flavor the nodes have room for; where the engine does not know of an overcommit, the cloud may take more. */
export function roomFor(nodes: readonly Node[], { vcpus, ram }: Pick<Flavor, 'vcpus' | 'ram'>): number {
  const on = ({ statistics: { compute } }: Node) => Math.min(compute.vcpus_free / vcpus, compute.vm_mem_free / (ram * MIB));
  return nodes
    .filter(({ in_maintenance: away, hypervisor }) => !away && hypervisor.status === 'enabled')
    .reduce((sum, node) => sum + Math.max(0, Math.floor(on(node))), 0);
}
