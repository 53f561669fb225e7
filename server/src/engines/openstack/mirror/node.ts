import type { RowInput } from '../../../store/port.ts';
import { getHypervisor, listHypervisors, type NovaHypervisor } from '../client/nova.ts';
import { pagesOf } from '../client/pages.ts';
import type { MirrorContext, Strategy } from './strategy.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

/** The states of compute nodes (S0 §4), as far as the compute service knows them. */
const stateOf = (node: NovaHypervisor): string => {
  if (node.state !== 'up') return 'offline';
  return node.status === 'enabled' ? 'healthy' : 'disabled';
};

function rowOf({ engine }: MirrorContext, node: NovaHypervisor): RowInput {
  const cpu = node.cpu_info;
  return {
    engine,
    kind: 'node',
    id: node.id,
    domainId: null,
    projectId: null,
    userId: null,
    document: {
      id: node.id,
      host: node.service.host,
      host_ip: node.host_ip ?? null,
      cpu_model: (typeof cpu === 'object' && cpu?.model) || null,
      state: stateOf(node),
      in_maintenance: node.status !== 'enabled',
      hypervisor: { status: node.status, vms: node.running_vms, hypervisor_type: node.hypervisor_type ?? null },
      statistics: {
        compute: {
          vcpus: node.vcpus,
          vcpus_free: node.vcpus - node.vcpus_used,
          vm_mem_capacity: node.memory_mb * MIB,
          vm_mem_reserved: node.memory_mb_used * MIB,
          vm_mem_free: (node.memory_mb - node.memory_mb_used) * MIB,
          disk_capacity: node.local_gb * GIB,
          disk_free: node.free_disk_gb * GIB,
        },
      },
    },
  };
}

/** Compute nodes with what servers have reserved on them. */
export const nodeStrategy = (every: number): Strategy => ({
  kind: 'node',
  service: 'compute',
  every,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => listHypervisors(context.api, limit, marker), from))
      yield { rows: page.items.map((node) => rowOf(context, node)), wrong: page.wrong, marker: page.marker };
  },
  read: async (context, id) => rowOf(context, await getHypervisor(context.api, id)),
  confirm: ({ api }, id) => getHypervisor(api, id),
});
