import { z } from 'zod';
import { defineKind, named } from '../../wire/kind.ts';
import { unreadable } from '../../wire/values.ts';
import { NODE_STATUSES } from './statuses.ts';

/** Figures of now, which a node has only while its engine measures it. */
const measured = z.number().nullable();

/**
 * A compute node (S0 §3). Memory and disk in bytes, usage in per cent. A node that is overcommitted has as many cores and as much memory as
 * it lets servers reserve in all, as far as the engine knows that.
 */
export const computeNode = z
  .object({
    id: z.string(),
    unreadable,
    /** Its host's, as all other things have one. */
    name: z.string(),
    host: z.string(),
    host_ip: z.string().nullable(),
    cpu_model: z.string().nullable(),
    /** One of S0 §4, or a newer one. */
    state: z.string(),
    in_maintenance: z.boolean(),
    /** Why it was taken out; null where it was not. */
    fenced_reason: z.string().nullable(),
    /** Names of what it offers servers that are bound to it, sorted. Administrators' placements, not all that its hardware has. */
    traits: z.array(z.string()),
    /** What of the platform runs on it, sorted. */
    services: z.array(z.string()),
    /** Of `NODE_ROLES`. */
    roles: z.array(z.string()),
    /** What operators have set on it beside all that. */
    custom_params: z.record(z.string(), z.string()),
    hypervisor: z.object({ status: z.string(), vms: z.number().int(), hypervisor_type: z.string().nullable() }),
    statistics: z.object({
      /** What the machine has; null where the engine does not know. */
      physical: z.object({
        cpu_cores: z.number().int(),
        cpu_usage: measured,
        mem_total: z.number(),
        mem_free: measured,
        swap_total: measured,
        swap_free: measured,
      }),
      /** What servers do not get, because the machine needs it itself. */
      reserved: z.object({ vcpus: z.number(), memory: z.number(), cpus: z.number() }),
      /** What servers may have, have, and use. */
      compute: z.object({
        vcpus: z.number().int(),
        vcpus_free: z.number().int(),
        cpu_usage: measured,
        vm_mem_capacity: z.number(),
        vm_mem_reserved: z.number(),
        vm_mem_usage: measured,
        vm_mem_free: z.number(),
        /** local disk */
        disk_capacity: z.number(),
        disk_free: z.number(),
      }),
    }),
    revision: z.number().int(),
  })
  .meta({ id: 'ComputeNode' });
export type ComputeNode = z.infer<typeof computeNode>;

type Members = Readonly<Record<string, unknown>>;

/** What the third version of a node's document says more, until its engine says it. */
function withAll(node: Members): Record<string, unknown> {
  const { compute } = node['statistics'] as { compute: { vcpus: number; vm_mem_capacity: number } };
  const { vcpus: cpu_cores, vm_mem_capacity: mem_total } = compute;
  return {
    ...node,
    name: node['host'],
    fenced_reason: null,
    services: [],
    roles: ['compute'],
    custom_params: {},
    statistics: {
      physical: { cpu_cores, cpu_usage: null, mem_total, mem_free: null, swap_total: null, swap_free: null },
      reserved: { vcpus: 0, memory: 0, cpus: 0 },
      compute: { ...compute, cpu_usage: null, vm_mem_usage: null },
    },
  };
}

export const computeNodeKind = defineKind({
  name: 'node',
  subject: 'compute_nodes',
  channel: 'compute',
  entity: computeNode,
  follows: 'server',
  version: 3,
  upgrades: {
    // Until the cloud is asked again, or the embedded platform gives its own some.
    1: (node) => ({ ...node, traits: [] }),
    2: withAll,
  },
  shareable: false,
  status: { at: 'state', of: NODE_STATUSES },
  defaultSort: 'name:asc',
  fields: {
    ...named,
    host: { path: 'host', type: 'text', sort: true, filter: ['is', 'contains'] },
    state: { path: 'state', type: 'text', sort: true, filter: ['is'] },
    in_maintenance: { path: 'in_maintenance', type: 'text', filter: ['is'] },
    vms: { path: 'hypervisor.vms', type: 'integer', sort: true },
    vcpus_free: { path: 'statistics.compute.vcpus_free', type: 'integer', sort: true },
    vm_mem_free: { path: 'statistics.compute.vm_mem_free', type: 'integer', sort: true },
    /** The part of them that servers have, as bars show it. */
    vcpus_share: {
      path: 'statistics.compute.vcpus_free',
      part: { of: 'statistics.compute.vcpus', left: true },
      type: 'integer',
      sort: true,
    },
    vm_mem_share: {
      path: 'statistics.compute.vm_mem_free',
      part: { of: 'statistics.compute.vm_mem_capacity', left: true },
      type: 'integer',
      sort: true,
    },
    /** Any of the traits that it offers. */
    placement: { path: 'traits', type: 'text', many: true, counted: true, filter: ['is', 'any'] },
  },
});
