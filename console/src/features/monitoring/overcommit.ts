import type { ComputeStat } from '@gantry/contract/nouns/compute-cluster/stat';

export interface Overcommit {
  cpu: number;
  memory: number;
}

const ratio = (promisable: number, there: number): number => (there > 0 ? promisable / there : 1);

/**
 * How many times over cores and memory may be promised of what the machines have beside what they keep for themselves. Undefined where that is
 * not known.
 */
export function overcommitOf(stat: Pick<ComputeStat, 'physical' | 'reserved' | 'compute'> | undefined): Overcommit | undefined {
  if (!stat?.physical || !stat.compute) return undefined;
  const { physical, reserved, compute } = stat;
  return {
    cpu: ratio(compute.vcpus, physical.cpu_cores - (reserved?.cpus ?? 0)),
    memory: ratio(compute.vm_mem_capacity, physical.mem_total - (reserved?.memory ?? 0)),
  };
}
