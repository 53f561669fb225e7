import type { Quota } from '@gantry/contract/nouns/quotas/calls';

const left = ({ limit, used }: { limit: number; used: number | null }): number =>
  limit < 0 || used === null ? Infinity : Math.max(0, limit - used);

/** GiB that a quota leaves of a storage policy; undefined where it is not known, or there is no limit. */
export function storageLeft(quota: Quota | undefined, policy: string | null): number | undefined {
  const ofPolicy = quota?.storage_policies.find(({ name }) => name === policy);
  const most = Math.min(quota ? left(quota.gigabytes) : Infinity, ofPolicy ? left(ofPolicy) : Infinity);
  return most === Infinity ? undefined : most;
}
