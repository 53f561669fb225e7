/** What nodes use at an instant, made up like the load of their guests (`load.ts`): each counts as one guest as large as its servers together. */
import type { FiguresOf } from '../../../port/engine.ts';
import type { NodeDocument } from '../../../engines/embedded/platform/documents.ts';
import { MIB } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

/** Of a machine's own memory and cores, what the system on it uses. */
const OF_SYSTEM = 0.6;

const percent = (part: number, of: number): number => (of === 0 ? 0 : Math.round((part / of) * 1000) / 10);

/** The node's statistics with what is measured now. */
function measuredOn({ guests, clock }: Pick<Platform, 'guests' | 'clock'>, node: NodeDocument): NodeDocument['statistics'] {
  const { physical, reserved, compute } = node.statistics;
  if (node.state === 'offline') return node.statistics;
  const load = guests.load({ id: node.id, ram: compute.vm_mem_reserved / MIB }, () => node.hypervisor.vms > 0);
  const at = clock.now();
  const busy = ((load.cpu(at) ?? 0) / 100) * (compute.vcpus - compute.vcpus_free);
  const usage = Math.min(load.memory(at) ?? 0, compute.vm_mem_reserved);
  return {
    physical: {
      ...physical,
      cpu_usage: percent(busy + OF_SYSTEM * reserved.cpus, physical.cpu_cores),
      mem_free: Math.round(physical.mem_total - usage - OF_SYSTEM * reserved.memory),
    },
    reserved,
    compute: { ...compute, cpu_usage: percent(busy, compute.vcpus), vm_mem_usage: usage },
  };
}

export const nodeFigures = (platform: Platform): Readonly<Record<string, FiguresOf>> => ({
  node: async (entities) =>
    entities.map((entity) => (platform.downSince === null ? { statistics: measuredOn(platform, entity as NodeDocument) } : {})),
});
