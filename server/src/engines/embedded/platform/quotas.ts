import { GantryError } from '@gantry/contract/wire/errors';
import type { Quota, QuotaUpdate } from '@gantry/contract/nouns/quotas/calls';
import { volumeKind } from '@gantry/contract/nouns/volumes/entity';
import type { Kind } from '@gantry/contract/wire/kind';
import { perQuotaResource } from '@gantry/contract/wire/quotas';
import { takenBy } from '@gantry/contract/wire/taken';
import type { Records } from '../../../port/store/records.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { addAmounts, NOTHING_USED, shortOf } from './amounts.ts';
import type { VolumeDocument } from './documents.ts';
import { countInDomain } from './domain-quotas.ts';
import type { Platform } from './platform.ts';
import type { Amounts, KeptAmounts, QuotaRecord } from './records.ts';
import { invalid } from './references.ts';
import { allPolicies } from './storage-policies/all.ts';
import { DEFAULT_POLICY, POLICIES } from './storage-policies/catalogue.ts';

/** The name under which the GiB of a storage policy are counted. */
const ofPolicy = (policy: string): string => `gigabytes_${policy}`;

/** Limits of a project that nobody has set any for; of what is not named here it may have any number. */
export const DEFAULT_LIMITS: Amounts = {
  instances: 20,
  cores: 40,
  ram: 81_920,
  volumes: 40,
  snapshots: 40,
  gigabytes: 2000,
  networks: 100,
  security_groups: 100,
  security_group_rules: 1000,
  routers: 20,
  floating_ips: 50,
  load_balancers: 20,
  vpn_connections: 20,
  ...Object.fromEntries(POLICIES.map(({ name, limit }) => [ofPolicy(name), limit])),
};
type Kept = Pick<VolumeDocument, 'size' | 'storage_policy_name'>;

/** What so much space (GiB) takes, of a storage policy. */
export const amountsOfSpace = ({ size, storage_policy_name: policy }: Kept): Amounts => ({
  gigabytes: size,
  [ofPolicy(policy ?? DEFAULT_POLICY)]: size,
});

/** What so much space takes of a storage policy alone: what a volume takes more that changes to it. */
export const amountsOfPolicy = ({ size, storage_policy_name: policy }: Kept): Amounts => ({ [ofPolicy(policy ?? DEFAULT_POLICY)]: size });

/** What a thing takes from the quota of its project: as its kind declares it, and its space also of its storage policy. */
export function amountsOf({ quota = {} }: Pick<Kind, 'quota'>, document: object): Amounts {
  const amounts: Amounts = takenBy(quota, [document]);
  return 'gigabytes' in quota
    ? { ...amounts, ...amountsOfSpace({ storage_policy_name: null, ...document, size: amounts['gigabytes']! }) }
    : amounts;
}

/** The same of several volumes together. */
export const amountsOfVolumes = (volumes: readonly Kept[]): Amounts =>
  volumes.map((volume) => amountsOf(volumeKind, volume)).reduce((sum, one) => addAmounts(sum, one), NOTHING_USED);

const flatAmounts = (kept: KeptAmounts): Amounts =>
  Object.fromEntries(
    Object.entries(kept).flatMap(([resource, amount]): [string, number][] =>
      typeof amount === 'number' ? [[resource, amount]] : Object.entries(amount).map(([policy, gib]) => [ofPolicy(policy), gib]),
    ),
  );

/** What a project has, by its record. Before policies were counted there was only one. */
export function usedOf(record: Pick<QuotaRecord, 'used'>): Amounts {
  const used = flatAmounts(record.used);
  const isCounted = Object.keys(used).some((resource) => resource.startsWith(ofPolicy('')));
  return isCounted ? used : { ...used, [ofPolicy(DEFAULT_POLICY)]: used['gigabytes'] ?? 0 };
}

/** GiB that a project has of each storage policy, by its record. */
export const spaceOf = (record: Pick<QuotaRecord, 'used'>): { policy: string; gib: number }[] =>
  Object.entries(usedOf(record)).flatMap(([resource, gib]) =>
    resource.startsWith(ofPolicy('')) ? [{ policy: resource.slice(ofPolicy('').length), gib }] : [],
  );

/** Records that are looked at together. */
const PAGE = 200;

/** Takes the limits of a storage policy that is gone from all projects and domains, so that another one of its name begins without any. */
export async function forgetPolicy({ buckets }: Platform, writer: Writer, policy: string): Promise<void> {
  for (const bucket of [buckets.quotas, buckets.domainQuotas]) await forgetPolicyIn(bucket, writer, policy);
}

async function forgetPolicyIn(bucket: Platform['buckets']['quotas'], { records }: Writer, policy: string): Promise<void> {
  let after: string | undefined;
  do {
    const page = await bucket.list(records, { limit: PAGE, ...(after !== undefined && { after }) });
    for (const { key, value } of page) {
      const { [ofPolicy(policy)]: _limit, ...limits } = flatAmounts(value.limits);
      const { [ofPolicy(policy)]: _used, ...used } = usedOf(value);
      await bucket.put(records, key, { limits, used });
    }
    after = page.length === PAGE ? page.at(-1)!.key : undefined;
  } while (after !== undefined);
}

/** Limits and usage of a project. */
export async function quotaRecord(
  platform: Platform,
  records: Pick<Records, 'get'>,
  projectId: string,
): Promise<{ limits: Amounts; used: Amounts }> {
  const record = (await platform.buckets.quotas.get(records, projectId)) ?? { limits: {}, used: {} };
  return { limits: { ...DEFAULT_LIMITS, ...flatAmounts(record.limits) }, used: usedOf(record) };
}

/** A project's record with so much more in use. Throws quota_exceeded with the first resource that does not suffice; what is not requested may be overdrawn. */
async function assertQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<QuotaRecord> {
  const { limits, used } = await quotaRecord(platform, writer.records, projectId);
  const after = addAmounts(used, amounts);
  const short = shortOf(limits, after, amounts);
  if (short !== undefined) throw new GantryError('quota_exceeded', { params: { resource: short } });
  return { limits, used: after };
}

/** Takes from a project's quota, and from that of its domain. Throws as `assertQuota` does, and domain_quota_exceeded; then nothing was taken. */
export async function reserveQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<void> {
  const record = await assertQuota(platform, writer, projectId, amounts);
  await countInDomain(platform, writer, projectId, amounts, 'within limits');
  await platform.buckets.quotas.put(writer.records, projectId, record);
}

/** Gives back to a project's quota. */
export async function releaseQuota(platform: Platform, writer: Writer, projectId: string, amounts: Amounts): Promise<void> {
  const { limits, used } = await quotaRecord(platform, writer.records, projectId);
  await platform.buckets.quotas.put(writer.records, projectId, { limits, used: addAmounts(used, amounts, -1) });
  await countInDomain(platform, writer, projectId, addAmounts(NOTHING_USED, amounts, -1), 'whatever the limits');
}

/** A project is gone, with what nobody could delete of it. */
export async function forgetProject(platform: Platform, writer: Writer, projectId: string): Promise<void> {
  const { used } = await quotaRecord(platform, writer.records, projectId);
  await countInDomain(platform, writer, projectId, addAmounts(NOTHING_USED, used, -1), 'whatever the limits');
  await platform.buckets.quotas.remove(writer.records, projectId);
}

/** Limits as they are counted, of what is sent. Throws validation_failed where there is no storage policy of a name. */
export async function limitsIn(
  platform: Platform,
  { storage_policies: policies = [], ...wanted }: QuotaUpdate,
): Promise<Readonly<Record<string, number>>> {
  const known = policies.length === 0 ? [] : await allPolicies(platform);
  const unknown = policies.find(({ name }) => !known.some((policy) => policy.name === name));
  if (unknown) throw invalid('storage_policies', { code: 'unknown_id' });
  const given = Object.entries(wanted).flatMap(([resource, limit]): [string, number][] => (limit === undefined ? [] : [[resource, limit]]));
  return Object.fromEntries([...given, ...policies.map(({ name, limit }): [string, number] => [ofPolicy(name), limit])]);
}

/** Sets limits of a project; what is not named keeps the one it has. Throws as `limitsIn` does. */
export async function limitProject(platform: Platform, writer: Writer, projectId: string, wanted: QuotaUpdate): Promise<void> {
  const given = await limitsIn(platform, wanted);
  const { limits, used } = await quotaRecord(platform, writer.records, projectId);
  await platform.buckets.quotas.put(writer.records, projectId, { limits: { ...limits, ...given }, used });
}

/** The wire form; usage only where requested. */
export async function readQuota(platform: Platform, projectId: string, withUsage: boolean): Promise<Quota> {
  return quotaOf(platform, await quotaRecord(platform, platform.store.records, projectId), withUsage);
}

/** Limits and what is used as everybody reads them; what has no limit is unlimited. */
export async function quotaOf(
  platform: Platform,
  { limits, used }: { limits: Amounts; used: Amounts },
  withUsage: boolean,
): Promise<Quota> {
  const policies = await allPolicies(platform);
  const entry = (resource: string) => ({ limit: limits[resource] ?? -1, used: withUsage ? (used[resource] ?? 0) : null });
  return {
    ...perQuotaResource(entry),
    storage_policies: policies.map(({ name }) => ({ name, ...entry(ofPolicy(name)) })),
  };
}
