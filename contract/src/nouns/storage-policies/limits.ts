import { z } from 'zod';

/** What of a volume may be limited, each in a second: operations, and bytes. */
export const LIMITED = ['total_iops', 'read_iops', 'write_iops', 'total_bytes', 'read_bytes', 'write_bytes'] as const;
export type Limited = (typeof LIMITED)[number];

/** What is counted; limits of one measure exclude one another. */
export const MEASURES = ['iops', 'bytes'] as const;
export type Measure = (typeof MEASURES)[number];

/** Largest rate, in operations or bytes a second: a terabyte, more than any volume gives. */
const MAX_RATE = 1_000_000_000_000;
const rate = z.number().int().min(1, { error: 'too_small' }).max(MAX_RATE, { error: 'too_large' });

const limit = z.strictObject({
  /** Operations or bytes a second. */
  amount: rate,
  /** The amount is for each GiB of the volume, not for the volume. Of one measure all are, or none. */
  per_gib: z.boolean(),
  /** What also the smallest volume has, where the amount is for each GiB. */
  minimum: rate.optional(),
});

const each = <S extends z.ZodType>(one: S) => ({
  total_iops: one.optional(),
  read_iops: one.optional(),
  write_iops: one.optional(),
  total_bytes: one.optional(),
  read_bytes: one.optional(),
  write_bytes: one.optional(),
});

/** Limits of a policy's volumes: of each measure the total, or reads and writes apart (screens F3). */
export const policyLimitsBody = z.strictObject(each(limit)).superRefine((limits, { addIssue }) => {
  const wrong = (path: string[], message: string) => addIssue({ code: 'custom', path, message });
  for (const measure of MEASURES) {
    const [read, write] = [limits[`read_${measure}`], limits[`write_${measure}`]];
    if (limits[`total_${measure}`] && (read ?? write)) wrong([`total_${measure}`], 'limit_total');
    if (read && write && read.per_gib !== write.per_gib) wrong([`write_${measure}`], 'limit_mixed');
  }
  for (const of of LIMITED) if (limits[of]?.minimum !== undefined && !limits[of].per_gib) wrong([of, 'minimum'], 'limit_minimum');
});

/** The same as a reader gets it; what is absent is not limited. */
export const policyLimits = z.object(
  each(z.object({ amount: z.number().int(), per_gib: z.boolean(), minimum: z.number().int().optional() })),
);
export type PolicyLimits = z.output<typeof policyLimits>;
export type PolicyLimit = NonNullable<PolicyLimits[Limited]>;

/** What a limit lets a volume of so many GiB do in a second. */
export const allowed = ({ amount, per_gib: isEach, minimum = 0 }: PolicyLimit, size: number): number =>
  isEach ? Math.max(amount * size, minimum) : amount;
