/** One line of the result: what was measured, what came out, what was promised. */
export interface Figure {
  what: string;
  measured: string;
  /** The budget; absent where the figure only explains another. */
  budget?: string;
  /** Whether the promise is kept; absent without one. */
  kept?: boolean;
}

/** The value at a share of the sorted numbers: 0.5 median, 0.95 the one that 95 of 100 stay below. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** A figure with a promised upper limit. */
export const atMost = (what: string, value: number, limit: number, unit: string): Figure => ({
  what,
  measured: `${rounded(value)} ${unit}`,
  budget: `≤ ${limit} ${unit}`,
  kept: value <= limit,
});

/** Times in milliseconds, in words. */
export const spread = (times: readonly number[]): string =>
  `p50 ${rounded(quantile(times, 0.5))}, p95 ${rounded(quantile(times, 0.95))} ms`;

/** A figure of times in milliseconds, judged by its 95th percentile. */
export const timesAtMost = (what: string, times: readonly number[], limit: number): Figure => ({
  what,
  measured: spread(times),
  budget: `p95 ≤ ${limit} ms`,
  kept: quantile(times, 0.95) <= limit,
});

/** A figure that only explains. */
export const plain = (what: string, value: number, unit: string): Figure => ({ what, measured: `${rounded(value)} ${unit}` });

/** Three digits are as many as such measurements mean. */
export const rounded = (value: number): string => String(value >= 100 ? Math.round(value) : Number(value.toPrecision(3)));
