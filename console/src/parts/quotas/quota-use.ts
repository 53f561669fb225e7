import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import type { QuotaResource } from '@gantry/contract/wire/quotas';

export interface QuotaUse {
  resource: QuotaResource;
  /** Name of the storage policy of which the gigabytes are; absent: of all. */
  policy?: string;
  /** What is in use already. */
  before: number;
  added: number;
  /** Both together. */
  used: number;
  /** -1: no limit. */
  limit: number;
  over: boolean;
}

/** What is about to be made takes so much; of storage policies, where it is storage, GiB by their names. */
export interface Taken {
  amounts: Readonly<Partial<Record<QuotaResource, number>>>;
  policies?: ReadonlyMap<string, number>;
}

/** What a project will use once this is made; of storage policies those of which there is something to say: a limit, or a use. */
export function quotaAfter(quota: Quota, { amounts, policies }: Taken): QuotaUse[] {
  const after = ({ limit, used }: { limit: number; used: number | null }, added: number) => {
    const [before, sum] = [used ?? 0, (used ?? 0) + added];
    return { before, added, used: sum, limit, over: limit >= 0 && sum > limit };
  };
  const ofPolicies = (policies ? quota.storage_policies : []).map(({ name, ...entry }) => ({
    resource: 'gigabytes' as const,
    policy: name,
    ...after(entry, policies?.get(name) ?? 0),
  }));
  return [
    ...(Object.keys(amounts) as QuotaResource[]).map((resource) => ({ resource, ...after(quota[resource], amounts[resource] ?? 0) })),
    ...ofPolicies.filter(({ used, limit }) => used > 0 || limit >= 0),
  ];
}
