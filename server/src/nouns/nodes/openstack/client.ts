import { z } from 'zod';
import { collection } from '../../../engines/openstack/client/collection.ts';

/** Lowest version with hypervisors and services under their unique ids. Above 2.87 the figures are gone. */
const HYPERVISORS = '2.53';

const novaHypervisor = z.object({
  id: z.string(),
  hypervisor_hostname: z.string(),
  state: z.string(),
  status: z.string(),
  hypervisor_type: z.string().nullish(),
  host_ip: z.string().nullish(),
  service: z.object({ host: z.string(), disabled_reason: z.string().nullish() }),
  vcpus: z.number().int(),
  vcpus_used: z.number().int(),
  memory_mb: z.number(),
  memory_mb_used: z.number(),
  local_gb: z.number(),
  free_disk_gb: z.number(),
  running_vms: z.number().int(),
  cpu_info: z.union([z.object({ model: z.string().optional() }), z.string()]).nullish(),
});
export type NovaHypervisor = z.infer<typeof novaHypervisor>;

/** Compute nodes with what is reserved on them. */
export const hypervisors = collection({
  service: 'compute',
  path: '/os-hypervisors',
  details: '/os-hypervisors/detail',
  members: ['hypervisors', 'hypervisor'],
  item: novaHypervisor,
  needs: HYPERVISORS,
});
