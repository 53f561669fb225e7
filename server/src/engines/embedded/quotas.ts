import { GantryError } from '@gantry/contract/wire/errors';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { Records, Writer } from '../../store/port.ts';
import type { Platform } from './platform.ts';
import { RESOURCES, type Amounts, type QuotaRecord } from './records.ts';

/** Limits of a project that nobody has set any for. */
export const DEFAULT_LIMITS: Amounts = { instances: 20, cores: 40, ram: 81_920, volumes: 40, snapshots: 40, gigabytes: 2000 };
export const NOTHING_USED: Amounts = { instances: 0, cores: 0, ram: 0, volumes: 0, snapshots: 0, gigabytes: 0 };

const NOTHING_KNOWN: QuotaRecord = { limits: {}, used: {} };

export const addAmounts = (a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts => ({
  instances: a.instances + sign * b.instances,
  cores: a.cores + sign * b.cores,
  ram: a.ram + sign * b.ram,
  volumes: a.volumes + sign * b.volumes,
  snapshots: a.snapshots + sign * b.snapshots,
  gigabytes: a.gigabytes + sign * b.gigabytes,
});

/** What a server takes from its project's quota. */
export const amountsOf = (flavor: { vcpus: number; ram: number }, volumeSizes: readonly number[]): Amounts => ({
  instances: 1,
  cores: flavor.vcpus,
  ram: flavor.ram,
  volumes: volumeSizes.length,
  snapshots: 0,
  gigabytes: volumeSizes.reduce((sum, size) => sum + size, 0),
});

async function quotaRecord(
  platform: Platform,
  records: Pick<Records, 'get'>,
  projectId: string,
): Promise<{ limits: Amounts; used: Amounts }> {
  const { limits, used } = (await platform.buckets.quotas.get(records, projectId)) ?? NOTHING_KNOWN;
  return { limits: { ...DEFAULT_LIMITS, ...limits }, used: { ...NOTHING_USED, ...used } };
}

/** Takes from a project's quota. Throws quota_exceeded with the first resource that does not suffice; what is not asked for may be overdrawn. */
export async function reserveQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<void> {
  const { limits, used } = await quotaRecord(platform, writer.records, projectId);
  const after = addAmounts(used, amounts);
  const short = RESOURCES.find((resource) => amounts[resource] > 0 && limits[resource] >= 0 && after[resource] > limits[resource]);
  if (short) throw new GantryError('quota_exceeded', { params: { resource: short } });
  await platform.buckets.quotas.put(writer.records, projectId, { limits, used: after });
}

/** Gives back to a project's quota. */
export async function releaseQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<void> {
  const { limits, used } = await quotaRecord(platform, writer.records, projectId);
  await platform.buckets.quotas.put(writer.records, projectId, { limits, used: addAmounts(used, amounts, -1) });
}

/** The wire form; usage only where asked for. */
export async function readQuota(platform: Platform, projectId: string, withUsage: boolean): Promise<Quota> {
  const { limits, used } = await quotaRecord(platform, platform.store.records, projectId);
  const entry = (resource: keyof Amounts) => ({ limit: limits[resource], used: withUsage ? used[resource] : null });
  return {
    instances: entry('instances'),
    cores: entry('cores'),
    ram: entry('ram'),
    volumes: entry('volumes'),
    snapshots: entry('snapshots'),
    gigabytes: entry('gigabytes'),
  };
}
