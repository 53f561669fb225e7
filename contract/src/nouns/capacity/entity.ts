import { z } from 'zod';
import { instant } from '../../wire/values.ts';
import { STORAGE_TIERS } from '../storage-policies/redundancy.ts';
import { CAPACITY_HOURS, OUTLOOKS } from './trend.ts';

/** What of the compute cluster fills up: cores and memory (bytes) that servers were promised. */
export const COMPUTE_CAPACITIES = ['vcpus', 'ram'] as const;
/** What of a project's quota is kept by the hour: ram in MiB, gigabytes in GiB of volumes and their snapshots. */
export const QUOTA_CAPACITIES = ['instances', 'cores', 'ram', 'volumes', 'gigabytes'] as const;
export type QuotaCapacity = (typeof QUOTA_CAPACITIES)[number];

/** How something was used in the last 30 days, and how it goes on. */
const history = z.object({
  /** The hour of the first figure that is known: kept by the platform, or before that by a Prometheus that measures the cloud; null: none is yet. */
  since: instant.nullable(),
  /** Of each hour from then on; null where nothing is known. */
  used: z.array(z.number().nullable()).max(CAPACITY_HOURS),
  /** What there may be today; null: no limit. */
  limit: z.number().nullable(),
  /** The straight line through the figures, at the first and the last of them; null while they span less than a day. */
  trend: z.object({ from: z.number(), to: z.number(), per_day: z.number() }).nullable(),
  outlook: z.enum(OUTLOOKS),
  /** When nothing is left at this rate; null where the outlook is another than `fills`. */
  full_at: instant.nullable(),
});
export type CapacityHistory = z.infer<typeof history>;

/** The compute cluster; empty where there is none. */
export const computeCapacity = z
  .object({ data: z.array(history.extend({ of: z.enum(COMPUTE_CAPACITIES) })).max(COMPUTE_CAPACITIES.length) })
  .meta({ id: 'ComputeCapacity' });

/** Clusters that are looked at. */
export const CLUSTERS_MAX = 20;

/** Tiers of the storage, bytes. */
export const storageCapacity = z
  .object({
    data: z.array(history.extend({ cluster: z.string(), tier: z.number().int() })).max(CLUSTERS_MAX * STORAGE_TIERS),
  })
  .meta({ id: 'StorageCapacity' });

export const projectCapacity = z
  .object({ data: z.array(history.extend({ of: z.enum(QUOTA_CAPACITIES) })).max(QUOTA_CAPACITIES.length) })
  .meta({ id: 'ProjectCapacity' });
