/** Sums of what quotas count. */
import type { Amounts } from './records.ts';

export const NOTHING_USED: Amounts = {};

export function addAmounts(a: Amounts, b: Amounts, sign: 1 | -1 = 1): Amounts {
  const sum: Record<string, number> = { ...a };
  for (const [resource, amount] of Object.entries(b)) sum[resource] = (sum[resource] ?? 0) + sign * amount;
  return sum;
}

/** The first resource of which somebody would have more than it may; of what is not requested they may have more. */
export const shortOf = (limits: Amounts, after: Amounts, amounts: Amounts): string | undefined =>
  Object.keys(amounts).find((resource) => {
    const limit = limits[resource] ?? -1;
    return amounts[resource]! > 0 && limit >= 0 && (after[resource] ?? 0) > limit;
  });
