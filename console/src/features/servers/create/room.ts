import type { Flavor } from '@gantry/contract/nouns/flavors/entity';
import { neededTraits } from '@gantry/contract/nouns/servers/placement';
import { lackingPlacements } from '@gantry/contract/nouns/traits/needs';
import { fromMib } from '../../../ui/show/format-size.ts';

/** Of a node, what counts: figures are what servers have reserved, memory in bytes. */
interface Node {
  in_maintenance: boolean;
  traits: readonly string[];
  hypervisor: { status: string };
  statistics: { compute: { vcpus_free: number; vm_mem_free: number } };
}

/**
 * How many servers of a flavor, bound to these traits, the nodes have room for that offer what is needed; where the engine does not know of
 * an overcommit, the cloud may take more.
 */
export function roomFor(
  nodes: readonly Node[],
  { vcpus, ram, extra_specs: specs }: Pick<Flavor, 'vcpus' | 'ram' | 'extra_specs'>,
  traits: readonly string[],
): number {
  const needs = neededTraits(specs, traits);
  const on = ({ statistics: { compute } }: Node) => Math.min(compute.vcpus_free / vcpus, compute.vm_mem_free / fromMib(ram));
  return nodes
    .filter(({ in_maintenance: away, hypervisor }) => !away && hypervisor.status === 'enabled')
    .filter((node) => lackingPlacements(needs, node.traits).length === 0)
    .reduce((sum, node) => sum + Math.max(0, Math.floor(on(node))), 0);
}
