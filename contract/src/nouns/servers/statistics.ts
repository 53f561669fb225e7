/** How far back statistics go, in seconds, and the seconds between two points: at most 168 points (screens C4). */
export const STAT_RANGES = {
  '1h': { seconds: 3600, step: 30 },
  '12h': { seconds: 12 * 3600, step: 300 },
  '1d': { seconds: 24 * 3600, step: 600 },
  '1w': { seconds: 7 * 24 * 3600, step: 3600 },
} as const;
export type StatRange = keyof typeof STAT_RANGES;
export const STAT_RANGE_NAMES = Object.keys(STAT_RANGES) as [StatRange, ...StatRange[]];
export const DEFAULT_STAT_RANGE: StatRange = '12h';

/** Seconds that a rate is the mean of (S2 §9: metrics rate window 5 minutes). */
export const RATE_WINDOW = 300;

export const STAT_UNITS = ['percent', 'bytes', 'bytes_per_second', 'per_second', 'seconds'] as const;
export type StatUnit = (typeof STAT_UNITS)[number];

/** What is measured, and in which unit. Rates are means of the last RATE_WINDOW; `cpu` is a share of all of the server's cores. */
export const STAT_SERIES = {
  cpu: 'percent',
  memory: 'bytes',
  'disk-read': 'bytes_per_second',
  'disk-write': 'bytes_per_second',
  'disk-read-operations': 'per_second',
  'disk-write-operations': 'per_second',
  'network-in': 'bytes_per_second',
  'network-out': 'bytes_per_second',
  'network-in-packets': 'per_second',
  'network-out-packets': 'per_second',
  'disk-latency-average': 'seconds',
  'disk-latency-p95': 'seconds',
  'disk-latency-p99': 'seconds',
  'disk-latency-p100': 'seconds',
} as const satisfies Record<string, StatUnit>;
export type StatSeriesName = keyof typeof STAT_SERIES;
export const STAT_SERIES_NAMES = Object.keys(STAT_SERIES) as [StatSeriesName, ...StatSeriesName[]];
