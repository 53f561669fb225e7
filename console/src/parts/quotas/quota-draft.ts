import { quotaUpdateBody, type Quota, type QuotaUpdate } from '@gantry/contract/nouns/quotas/calls';
import { QUOTA_RESOURCES } from '@gantry/contract/wire/quotas';
import { z } from 'zod';

/** One limit that can be set. */
export interface Limit {
  /** Name of its field, as in the body; of a storage policy a number. */
  field: string;
  /** Name of the resource, or of the storage policy. */
  name: string;
  policy: boolean;
  used: number;
  /** -1: unlimited */
  limit: number;
  /** What one of its unit is in the body: people think of memory in GiB, the cloud counts MiB. */
  factor: number;
}

const factorOf = (name: string): number => (name === 'ram' ? 1024 : 1);

/** What can be set: what the cloud does not count has no limit. */
export const limitsOf = (quota: Quota): Limit[] => [
  ...QUOTA_RESOURCES.flatMap((name) => {
    const { limit, used } = quota[name];
    return used === null ? [] : [{ field: name, name, policy: false, used, limit, factor: factorOf(name) }];
  }),
  ...quota.storage_policies.map(({ name, limit, used }, index) => ({
    field: `policy_${index}`,
    name,
    policy: true,
    used: used ?? 0,
    limit,
    factor: 1,
  })),
];

/** By field the limit in its unit; empty: there is none. */
export type Draft = Record<string, number | undefined>;

export const draftOf = (limits: readonly Limit[]): Draft =>
  Object.fromEntries(limits.map(({ field, limit, factor }) => [field, limit < 0 ? undefined : limit / factor]));

/** What the form says, as the body: all limits. */
export const schemaOf = (limits: readonly Limit[]): z.ZodType<QuotaUpdate, Draft> =>
  z
    .custom<Draft>()
    .superRefine((draft, { addIssue }) => {
      for (const { field, factor } of limits) {
        const value = draft[field];
        if (value === undefined) continue;
        if (!Number.isInteger(value * factor)) addIssue({ code: 'custom', path: [field], message: 'whole_number' });
        else if (value < 0) addIssue({ code: 'custom', path: [field], message: 'too_small', params: { min: 0 } });
      }
    })
    .transform((draft): unknown => {
      const set = ({ field, factor }: Limit) => {
        const value = draft[field];
        return value === undefined ? -1 : value * factor;
      };
      const policies = limits.filter(({ policy }) => policy).map((one) => ({ name: one.name, limit: set(one) }));
      return {
        ...Object.fromEntries(limits.filter(({ policy }) => !policy).map((one) => [one.name, set(one)])),
        ...(policies.length > 0 && { storage_policies: policies }),
      };
    })
    .pipe(quotaUpdateBody as z.ZodType<QuotaUpdate, unknown>);
