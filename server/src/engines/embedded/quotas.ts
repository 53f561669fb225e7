import { GantryError } from '@gantry/contract/wire/errors';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { Records, Writer } from '../../store/port.ts';
import type { VolumeDocument } from './documents.ts';
import type { Platform } from './platform.ts';
import { RESOURCES, type Amounts, type QuotaRecord } from './records.ts';
import { DEFAULT_POLICY, POLICIES } from './policy-catalogue.ts';

/** Limits of a project that nobody has set any for. */
export const DEFAULT_LIMITS: Amounts = {
  instances: 20,
  cores: 40,
  ram: 81_920,
  volumes: 40,
  snapshots: 40,
  gigabytes: 2000,
  storage: Object.fromEntries(POLICIES.map(({ name, limit }) => [name, limit])),
};
export const NOTHING_USED: Amounts = { instances: 0, cores: 0, ram: 0, volumes: 0, snapshots: 0, gigabytes: 0, storage: {} };

const NOTHING_KNOWN: QuotaRecord = { limits: {}, used: {} };

function addStorage(a: Amounts['storage'], b: Amounts['storage'], sign: 1 | -1): Amounts['storage'] {
  const sum = { ...a };
  for (const [policy, gib] of Object.entries(b)) sum[policy] = (sum[policy] ?? 0) + sign * gib;
  return sum;
}

export const addAmounts = (a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts => ({
  instances: a.instances + sign * b.instances,
  cores: a.cores + sign * b.cores,
  ram: a.ram + sign * b.ram,
  volumes: a.volumes + sign * b.volumes,
  snapshots: a.snapshots + sign * b.snapshots,
  gigabytes: a.gigabytes + sign * b.gigabytes,
  storage: addStorage(a.storage, b.storage, sign),
});

type Kept = Pick<VolumeDocument, 'size' | 'storage_policy_name'>;

/** What so much space (GiB) takes, of a storage policy. */
export const amountsOfSpace = ({ size, storage_policy_name: policy }: Kept): Amounts => ({
  ...NOTHING_USED,
  gigabytes: size,
  storage: { [policy ?? DEFAULT_POLICY]: size },
});

/** What volumes take from their project's quota. */
export const amountsOfVolumes = (volumes: readonly Kept[]): Amounts =>
  volumes.map(amountsOfSpace).reduce((sum, space) => addAmounts(sum, { ...space, volumes: 1 }), NOTHING_USED);

/** What a server takes from its project's quota beside its volumes. */
export const amountsOf = (flavor: { vcpus: number; ram: number }): Amounts => ({
  ...NOTHING_USED,
  instances: 1,
  cores: flavor.vcpus,
  ram: flavor.ram,
});

async function quotaRecord(
  platform: Platform,
  records: Pick<Records, 'get'>,
  projectId: string,
): Promise<{ limits: Amounts; used: Amounts }> {
  const { limits, used } = (await platform.buckets.quotas.get(records, projectId)) ?? NOTHING_KNOWN;
  // Before policies were counted there was only one.
  const storage = used.storage ?? { [DEFAULT_POLICY]: used.gigabytes ?? 0 };
  return {
    limits: { ...DEFAULT_LIMITS, ...limits, storage: { ...DEFAULT_LIMITS.storage, ...limits.storage } },
    used: { ...NOTHING_USED, ...used, storage },
  };
}

/** The first thing of which a project would have more than it may; of what is not asked for it may have more. */
function shortOf(limits: Amounts, after: Amounts, amounts: Amounts): string | undefined {
  const isShort = (limit: number, use: number, asked: number): boolean => asked > 0 && limit >= 0 && use > limit;
  const resource = RESOURCES.find((one) => isShort(limits[one], after[one], amounts[one]));
  if (resource !== undefined) return resource;
  const policies = Object.entries(amounts.storage);
  const policy = policies.find(([name, asked]) => isShort(limits.storage[name] ?? -1, after.storage[name] ?? 0, asked));
  return policy && `gigabytes_${policy[0]}`;
}

/** A project's record with so much more in use. Throws quota_exceeded with the first resource that does not suffice; what is not asked for may be overdrawn. */
async function assertQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<QuotaRecord> {
  const { limits, used } = await quotaRecord(platform, writer.records, projectId);
  const after = addAmounts(used, amounts);
  const short = shortOf(limits, after, amounts);
  if (short !== undefined) throw new GantryError('quota_exceeded', { params: { resource: short } });
  return { limits, used: after };
}

/** Takes from a project's quota. Throws as `assertQuota` does. */
export async function reserveQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<void> {
  await platform.buckets.quotas.put(writer.records, projectId, await assertQuota(platform, writer, projectId, amounts));
}

/** Gives back to a project's quota. */
export async function releaseQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<void> {
  const { limits, used } = await quotaRecord(platform, writer.records, projectId);
  await platform.buckets.quotas.put(writer.records, projectId, { limits, used: addAmounts(used, amounts, -1) });
}

/** The wire form; usage only where asked for. */
export async function readQuota(platform: Platform, projectId: string, withUsage: boolean): Promise<Quota> {
  const { limits, used } = await quotaRecord(platform, platform.store.records, projectId);
  const shown = (limit: number, use: number) => ({ limit, used: withUsage ? use : null });
  const entry = (resource: (typeof RESOURCES)[number]) => shown(limits[resource], used[resource]);
  return {
    instances: entry('instances'),
    cores: entry('cores'),
    ram: entry('ram'),
    volumes: entry('volumes'),
    snapshots: entry('snapshots'),
    gigabytes: entry('gigabytes'),
    storage_policies: POLICIES.map(({ name }) => ({ name, ...shown(limits.storage[name] ?? -1, used.storage[name] ?? 0) })),
  };
}
