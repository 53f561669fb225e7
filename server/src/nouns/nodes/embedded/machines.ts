/** The machines that nodes are: outside the compute cluster they wait to join it. */
import type { ComputeClusterDocument, NodeDocument } from '../../../engines/embedded/platform/documents.ts';
import { GIB, MIB } from '../../../engines/embedded/platform/documents.ts';

/** One that may join. */
export type Machine = NonNullable<ComputeClusterDocument['available_nodes']>[number];

/** What each machine keeps for itself; memory in MiB. */
export const SYSTEM = { cores: 2, ram: 8192 } as const;
const SWAP = 8 * GIB;

/** A node that a machine becomes, without servers. */
export function nodeOf({ id, host_ip, cpu_cores, mem_total, disk }: Machine, roles: readonly string[]): NodeDocument {
  const memory = SYSTEM.ram * MIB;
  const capacity = mem_total - memory;
  const vcpus = cpu_cores - SYSTEM.cores;
  return {
    id,
    name: id,
    host: id,
    host_ip,
    cpu_model: null,
    state: 'healthy',
    in_maintenance: false,
    fenced_reason: null,
    traits: [],
    services: [...(roles.includes('controller') ? ['api', 'scheduler'] : []), 'compute', 'storage'].toSorted(),
    roles: roles.toSorted(),
    custom_params: {},
    hypervisor: { status: 'enabled', vms: 0, hypervisor_type: 'embedded' },
    statistics: {
      physical: { cpu_cores, cpu_usage: null, mem_total, mem_free: null, swap_total: SWAP, swap_free: SWAP },
      reserved: { vcpus: SYSTEM.cores, memory, cpus: SYSTEM.cores },
      compute: {
        vcpus,
        vcpus_free: vcpus,
        cpu_usage: null,
        vm_mem_capacity: capacity,
        vm_mem_reserved: 0,
        vm_mem_usage: null,
        vm_mem_free: capacity,
        disk_capacity: disk,
        disk_free: disk,
      },
    },
  };
}

/** The machine that a node was, once it has left the cluster. */
export const machineLeft = ({ id, host_ip, statistics: { physical, compute } }: NodeDocument): Machine => ({
  id,
  host_ip,
  cpu_cores: physical.cpu_cores,
  mem_total: physical.mem_total,
  disk: compute.disk_capacity,
});
