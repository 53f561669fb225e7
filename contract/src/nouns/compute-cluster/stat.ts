import { z } from 'zod';

/** Sums of the nodes; sizes in bytes, usage in per cent of all cores. Null: not measured. */
const nodesStat = z.object({
  vcpus: z.number().int(),
  vcpus_free: z.number().int(),
  cpu_usage: z.number().nullable(),
  vm_mem_capacity: z.number(),
  vm_mem_reserved: z.number(),
  vm_mem_free: z.number(),
  vm_mem_usage: z.number().nullable(),
});

/** What the compute cluster has and uses (choice.compute-stat-call). Servers are those of the scope; all else is the whole cluster's, and the administrators'. */
export const computeStat = z
  .object({
    /** By the words that lists of servers are filtered by; `count` is of all. */
    servers: z.object({
      count: z.number().int(),
      running: z.number().int(),
      stopped: z.number().int(),
      error: z.number().int(),
      in_progress: z.number().int(),
    }),
    /** Null for who does not see nodes. */
    nodes: z
      .object({ count: z.number().int(), healthy: z.number().int(), maintenance: z.number().int(), offline: z.number().int() })
      .nullable(),
    physical: z.object({ cpu_cores: z.number().int(), mem_total: z.number() }).nullable(),
    reserved: z.object({ cpus: z.number(), memory: z.number() }).nullable(),
    compute: nodesStat.nullable(),
  })
  .meta({ id: 'ComputeStat' });
export type ComputeStat = z.infer<typeof computeStat>;
