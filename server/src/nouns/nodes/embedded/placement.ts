/**
 * Which node a server goes to: the one with the most free memory that has all it needs, and offers what it is bound to. An index of
 * records, sorted by free memory, finds it without reading every node.
 */
import { lackingTraits } from '@gantry/contract/nouns/traits/needs';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import { GIB, MIB, type NodeDocument } from '../../../engines/embedded/platform/documents.ts';
import { isFit } from './index.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { Demand } from '../../../engines/embedded/platform/records.ts';

const PAGE = 20;
/** MiB; above any node's memory, so that keys in rising order mean free memory in falling order. */
const CEILING = 10 ** 12;

const freeRam = (node: NodeDocument): number => node.statistics.compute.vm_mem_free / MIB;
const capacityKey = (node: NodeDocument): string => `${String(CEILING - freeRam(node)).padStart(13, '0')}:${node.id}`;
const ramOfKey = (key: string): number => CEILING - Number(key.slice(0, 13));

/** A node after taking `demand`, or giving it back with sign -1. */
function loaded(node: NodeDocument, demand: Demand, sign: 1 | -1): NodeDocument {
  const { compute } = node.statistics;
  return {
    ...node,
    hypervisor: { ...node.hypervisor, vms: node.hypervisor.vms + sign * demand.servers },
    statistics: {
      ...node.statistics,
      compute: {
        ...compute,
        vcpus_free: compute.vcpus_free - sign * demand.vcpus,
        vm_mem_reserved: compute.vm_mem_reserved + sign * demand.ram * MIB,
        vm_mem_free: compute.vm_mem_free - sign * demand.ram * MIB,
        disk_free: compute.disk_free - sign * demand.disk * GIB,
      },
    },
  };
}

/** Enters a node into the index. */
export async function indexNode(platform: Platform, writer: Writer, node: NodeDocument): Promise<void> {
  const { vcpus_free, disk_free } = node.statistics.compute;
  const { traits } = node;
  await platform.buckets.capacity.put(writer.records, capacityKey(node), { vcpus: vcpus_free, disk: disk_free / GIB, traits });
}

/** Takes a node that leaves out of the index. */
export const unindexNode = (platform: Platform, writer: Writer, node: NodeDocument): Promise<void> =>
  platform.buckets.capacity.remove(writer.records, capacityKey(node));

async function changeLoad(platform: Platform, writer: Writer, nodeId: string, demand: Demand, sign: 1 | -1): Promise<void> {
  const row = await platform.row(writer, 'node', nodeId);
  if (!row) throw new Error(`node ${nodeId} is missing`);
  const before = row.document;
  const after = loaded(before, demand, sign);
  await platform.buckets.capacity.remove(writer.records, capacityKey(before));
  await writer.putFigures(platform.key('node', nodeId), after);
  await indexNode(platform, writer, after);
}

/** Puts a load on a node that is known to have room. */
export const loadNode = (platform: Platform, writer: Writer, nodeId: string, demand: Demand): Promise<void> =>
  changeLoad(platform, writer, nodeId, demand, 1);

export const unloadNode = (platform: Platform, writer: Writer, nodeId: string, demand: Demand): Promise<void> =>
  changeLoad(platform, writer, nodeId, demand, -1);

/** No node will do: of those that offer what is needed, where that is anything. */
const noCapacity = (needs: readonly string[]): GantryError =>
  new GantryError('no_capacity', needs.length === 0 ? {} : { detail: `no node with ${needs.join(', ')} has room` });

/** Reserves on one node what a server needs, which has to offer all of `needs`. Throws no_capacity, also where it takes no servers now. */
export async function placeOn(platform: Platform, writer: Writer, nodeId: string, demand: Demand, needs: readonly string[]): Promise<void> {
  const node = await platform.document(writer, 'node', nodeId);
  if (!node) throw new Error(`node ${nodeId} is missing`);
  const { vcpus_free, vm_mem_free, disk_free } = node.statistics.compute;
  const fits = demand.vcpus <= vcpus_free && demand.ram * MIB <= vm_mem_free && demand.disk * GIB <= disk_free;
  if (!fits || !isFit(node) || lackingTraits(needs, node.traits).length > 0) throw noCapacity(needs);
  await loadNode(platform, writer, nodeId, demand);
}

/** Reserves what a server needs on a node that offers all of `needs`, though not on `except`, and returns the node's id. Throws no_capacity. */
export async function placeServer(
  platform: Platform,
  writer: Writer,
  demand: Demand,
  needs: readonly string[],
  except?: string,
): Promise<string> {
  let after: string | undefined;
  for (;;) {
    const page = await platform.buckets.capacity.list(writer.records, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const { key, value } of page) {
      if (ramOfKey(key) < demand.ram) throw noCapacity(needs);
      if (value.vcpus < demand.vcpus || value.disk < demand.disk || lackingTraits(needs, value.traits ?? []).length > 0) continue;
      const nodeId = key.slice(14);
      if (nodeId === except) continue;
      const node = await platform.document(writer, 'node', nodeId);
      if (!node || !isFit(node)) continue;
      await loadNode(platform, writer, nodeId, demand);
      return nodeId;
    }
    after = page.at(-1)?.key;
    if (page.length < PAGE || after === undefined) throw noCapacity(needs);
  }
}
