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
}

/** What can be set: what the cloud does not count has no limit. */
export const limitsOf = (quota: Quota): Limit[] => [
  ...QUOTA_RESOURCES.flatMap((name) => {
    const { limit, used } = quota[name];
    return used === null ? [] : [{ field: name, name, policy: false, used, limit }];
  }),
  ...quota.storage_policies.map(({ name, limit, used }, index) => ({
    field: `policy_${index}`,
    name,
    policy: true,
    used: used ?? 0,
    limit,
  })),
];

/** By field the limit, and whether there is none. */
export type Draft = Record<string, number | boolean | undefined>;

export const unlimitedOf = (field: string): string => `unlimited_${field}`;

export const draftOf = (limits: readonly Limit[]): Draft =>
  Object.fromEntries(
    limits.flatMap(({ field, limit }) => [
      [field, limit < 0 ? undefined : limit],
      [unlimitedOf(field), limit < 0],
    ]),
  );

/** What the form says, as the body: all limits. */
export const schemaOf = (limits: readonly Limit[]): z.ZodType<QuotaUpdate, Draft> =>
  z
    .custom<Draft>()
    .superRefine((draft, { addIssue }) => {
      for (const { field } of limits) {
        const value = draft[field];
        if (draft[unlimitedOf(field)] === true) continue;
        if (value === undefined) addIssue({ code: 'custom', path: [field], message: 'required' });
        else if (!Number.isInteger(value)) addIssue({ code: 'custom', path: [field], message: 'whole_number' });
        else if (Number(value) < 0) addIssue({ code: 'custom', path: [field], message: 'too_small', params: { min: 0 } });
      }
    })
    .transform((draft): unknown => {
      const set = ({ field }: Limit) => (draft[unlimitedOf(field)] === true ? -1 : draft[field]);
      const policies = limits.filter(({ policy }) => policy).map((one) => ({ name: one.name, limit: set(one) }));
      return {
        ...Object.fromEntries(limits.filter(({ policy }) => !policy).map((one) => [one.name, set(one)])),
        ...(policies.length > 0 && { storage_policies: policies }),
      };
    })
    .pipe(quotaUpdateBody as z.ZodType<QuotaUpdate, unknown>);
