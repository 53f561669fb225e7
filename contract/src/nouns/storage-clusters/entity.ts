import { z } from 'zod';
import { defineKind } from '../../wire/kind.ts';
import { unreadable } from '../../wire/values.ts';
import { STORAGE_TIERS } from '../storage-policies/redundancy.ts';
import { STORAGE_CLUSTER_STATUSES } from './statuses.ts';

const services = z.object({ total: z.number().int(), failed: z.number().int() });
/** Bytes. */
const space = z.object({ total: z.number(), used: z.number(), free: z.number() });

/** A storage cluster (S0 §3), only to be looked at. Sizes in bytes; its figures are those of now. */
const storageCluster = z
  .object({
    id: z.string(),
    unreadable,
    name: z.string(),
    /** One of `STORAGE_CLUSTER_STATUSES`, or a newer one. */
    status: z.string(),
    /** Disks by how fast they are, from 0, the slowest. */
    tiers: z
      .array(
        space.extend({
          id: z
            .number()
            .int()
            .min(0)
            .max(STORAGE_TIERS - 1),
        }),
      )
      .max(STORAGE_TIERS),
    active_cses: z.number().int(),
    active_nodes: z.number().int(),
    active_racks: z.number().int(),
    active_rows: z.number().int(),
    active_rooms: z.number().int(),
    /** Most that may be stored; null: no limit. */
    license: z.object({ capacity: z.number().nullable() }),
    /** Parts of what is stored, by how they are. */
    chunks: z.object({
      healthy: z.number().int(),
      degraded: z.number().int(),
      urgent: z.number().int(),
      blocked: z.number().int(),
      offline: z.number().int(),
      replicating: z.number().int(),
    }),
    /** Copies of each part: wanted, and the fewest that one is written with. */
    repl: z.object({ norm: z.number().int(), limit: z.number().int() }),
    /** What may be stored, without its copies. */
    logic_space: space,
    space_per_service: z.array(z.object({ service: z.string(), used: z.number() })),
    /** Services of metadata and of chunks. */
    mds: services,
    cs: services,
    revision: z.number().int(),
  })
  .meta({ id: 'StorageCluster' });
export type StorageCluster = z.infer<typeof storageCluster>;

export const storageClusterKind = defineKind({
  name: 'storage_cluster',
  subject: 'clusters_overview',
  channel: 'services',
  entity: storageCluster,
  version: 1,
  shareable: false,
  status: { at: 'status', of: STORAGE_CLUSTER_STATUSES },
  defaultSort: 'name:asc',
  fields: {
    id: { path: 'id', type: 'text', filter: ['is'] },
    name: { path: 'name', type: 'text', sort: true, filter: ['is'] },
  },
});
