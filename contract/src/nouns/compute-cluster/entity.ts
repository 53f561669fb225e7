import { z } from 'zod';
import { defineKind } from '../../wire/kind.ts';
import { unreadable } from '../../wire/values.ts';
import { statusNames } from '../../wire/statuses.ts';
import { COMPUTE_CLUSTER_STATUSES } from './statuses.ts';

/** Id of the one that there is. */
export const COMPUTE_CLUSTER_ID = 'compute';

/** The compute cluster (S0 §3). */
export const computeCluster = z
  .object({
    id: z.string(),
    unreadable,
    status: z.enum(statusNames(COMPUTE_CLUSTER_STATUSES)),
    /** Of the task that installs, changes or removes it; null while none does. */
    task_id: z.string().nullable(),
    capabilities: z.object({
      os_distributions: z.array(z.object({ id: z.string(), title: z.string() })),
      k8saas_versions: z.array(z.string()),
      k8saas_capabilities: z.array(z.string()),
    }),
    /** Names of what it offers beside servers, sorted. */
    features: z.array(z.string()),
    /** `endpoint_hostname`: under which clients reach its API; null where none is set. */
    options: z.object({ endpoint_hostname: z.string().nullable() }),
    /** Nodes that may join; null for who may not let them. Memory and disk in bytes. */
    available_nodes: z
      .array(
        z.object({ id: z.string(), host_ip: z.string().nullable(), cpu_cores: z.number().int(), mem_total: z.number(), disk: z.number() }),
      )
      .nullable(),
    revision: z.number().int(),
  })
  .meta({ id: 'ComputeCluster' });
export type ComputeCluster = z.infer<typeof computeCluster>;

export const computeClusterKind = defineKind({
  name: 'compute_cluster',
  subject: 'compute_cluster',
  channel: 'compute',
  entity: computeCluster,
  version: 1,
  shareable: true,
  status: { at: 'status', of: COMPUTE_CLUSTER_STATUSES },
  defaultSort: 'id:asc',
  systemOnly: ['available_nodes'],
  fields: { id: { path: 'id', type: 'text', sort: true, filter: ['is'] } },
});
