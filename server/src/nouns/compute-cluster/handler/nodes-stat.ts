import { PAGE_LIMIT } from '@gantry/contract/constants';
import type { ComputeStat } from '@gantry/contract/nouns/compute-cluster/stat';
import { computeNodeKind, type ComputeNode } from '@gantry/contract/nouns/nodes/entity';
import { nodeStatusOf } from '@gantry/contract/nouns/nodes/statuses';
import { seesSystem } from '../../../access/visibility.ts';
import { entitiesOf } from '../../../calls/entity.ts';
import type { Platform } from '../../../calls/port.ts';
import type { Visibility } from '../../../port/store/rows.ts';
import type { Store } from '../../../port/store/store.ts';

/** Sums of the nodes; null for who sees none. */
export async function nodesStat(
  visibility: Visibility,
  { store: { read: reader }, platform }: { store: Pick<Store, 'read'>; platform: Pick<Platform, 'figures'> },
): Promise<Omit<ComputeStat, 'servers'>> {
  if (!seesSystem(visibility)) return { nodes: null, physical: null, reserved: null, compute: null };
  const sort = { key: 'host', descending: false };
  const { rows } = await reader.list({ kind: computeNodeKind, visibility, filters: {}, sort, limit: PAGE_LIMIT });
  const nodes = (await entitiesOf(computeNodeKind, rows, reader, visibility, platform.figures)) as ComputeNode[];
  const sum = (value: (node: ComputeNode) => number): number => nodes.reduce((total, node) => total + value(node), 0);
  const known = (value: (node: ComputeNode) => number | null): number | null =>
    nodes.some((node) => value(node) !== null) ? sum((node) => value(node) ?? 0) : null;
  const shown = (status: string): number => nodes.filter((node) => nodeStatusOf(node) === status).length;
  const vcpus = sum(({ statistics }) => statistics.compute.vcpus);
  const busy = known(({ statistics: { compute } }) => (compute.cpu_usage === null ? null : (compute.cpu_usage * compute.vcpus) / 100));
  return {
    nodes: { count: nodes.length, healthy: shown('healthy'), maintenance: shown('maintenance'), offline: shown('offline') },
    physical: {
      cpu_cores: sum(({ statistics }) => statistics.physical.cpu_cores),
      mem_total: sum(({ statistics }) => statistics.physical.mem_total),
    },
    reserved: {
      cpus: sum(({ statistics }) => statistics.reserved.cpus),
      memory: sum(({ statistics }) => statistics.reserved.memory),
    },
    compute: {
      vcpus,
      vcpus_free: sum(({ statistics }) => statistics.compute.vcpus_free),
      cpu_usage: busy === null || vcpus === 0 ? null : Math.round((busy / vcpus) * 1000) / 10,
      vm_mem_capacity: sum(({ statistics }) => statistics.compute.vm_mem_capacity),
      vm_mem_reserved: sum(({ statistics }) => statistics.compute.vm_mem_reserved),
      vm_mem_free: sum(({ statistics }) => statistics.compute.vm_mem_free),
      vm_mem_usage: known(({ statistics }) => statistics.compute.vm_mem_usage),
    },
  };
}
