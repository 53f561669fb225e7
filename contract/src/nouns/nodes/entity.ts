import { z } from 'zod';
import { defineKind } from '../../wire/kind.ts';

/**
 * A compute node (S0 §3). Memory in bytes. Figures are what is reserved by servers, not momentary load; a node that is overcommitted has
 * as many cores and as much memory as it lets servers reserve in all, as far as the engine knows that.
 */
const computeNode = z
  .object({
    id: z.string(),
    host: z.string(),
    host_ip: z.string().nullable(),
    cpu_model: z.string().nullable(),
    /** One of S0 §4, or a newer one. */
    state: z.string(),
    in_maintenance: z.boolean(),
    /** Names of what it offers servers that are bound to it, sorted. Administrators' placements, not all that its hardware has. */
    traits: z.array(z.string()),
    hypervisor: z.object({ status: z.string(), vms: z.number().int(), hypervisor_type: z.string().nullable() }),
    statistics: z.object({
      compute: z.object({
        vcpus: z.number().int(),
        vcpus_free: z.number().int(),
        vm_mem_capacity: z.number(),
        vm_mem_reserved: z.number(),
        vm_mem_free: z.number(),
        /** bytes of local disk */
        disk_capacity: z.number(),
        disk_free: z.number(),
      }),
    }),
    revision: z.number().int(),
  })
  .meta({ id: 'ComputeNode' });

export const computeNodeKind = defineKind({
  name: 'node',
  subject: 'compute_nodes',
  channel: 'compute',
  entity: computeNode,
  version: 2,
  // Until the cloud is asked again, or the embedded platform gives its own some.
  upgrades: { 1: (node) => ({ ...node, traits: [] }) },
  shareable: false,
  statusField: 'state',
  defaultSort: 'host:asc',
  fields: {
    id: { path: 'id', type: 'text', filter: ['is'] },
    host: { path: 'host', type: 'text', sort: true, filter: ['is', 'contains'] },
    state: { path: 'state', type: 'text', sort: true, filter: ['is'] },
  },
});
