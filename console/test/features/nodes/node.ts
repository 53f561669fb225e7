import type { ComputeNode } from '@gantry/contract/nouns/nodes/entity';

const GIB = 1024 ** 3;

/** A healthy node that servers have half of. @param gib of memory for servers */
export const aNode = (host: string, gib: number): ComputeNode => ({
  id: host,
  name: host,
  host,
  host_ip: '172.16.0.17',
  cpu_model: 'EPYC 9354',
  state: 'healthy',
  in_maintenance: false,
  fenced_reason: null,
  traits: [],
  services: ['compute'],
  roles: ['compute'],
  custom_params: {},
  hypervisor: { status: 'enabled', vms: 3, hypervisor_type: 'QEMU' },
  statistics: {
    physical: { cpu_cores: 34, cpu_usage: null, mem_total: gib * GIB, mem_free: null, swap_total: null, swap_free: null },
    reserved: { vcpus: 2, memory: 8 * GIB, cpus: 2 },
    compute: {
      vcpus: 32,
      vcpus_free: 16,
      cpu_usage: null,
      vm_mem_capacity: gib * GIB,
      vm_mem_reserved: (gib * GIB) / 2,
      vm_mem_usage: null,
      vm_mem_free: (gib * GIB) / 2,
      disk_capacity: 100 * GIB,
      disk_free: 50 * GIB,
    },
  },
  revision: 3,
});
