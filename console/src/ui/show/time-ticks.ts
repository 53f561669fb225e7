import { dateFormat } from '../format.ts';
import type { TimeSpan } from './chart-scale.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Minutes from one tick to the next. */
const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880];
/** Ticks that fit beside each other on a phone. */
const MOST = 4;

/** How an axis of that time names its ticks. */
export const tickFormat = (locale: string, { from, to }: TimeSpan): Intl.DateTimeFormat =>
  dateFormat(locale, to - from > DAY_MS ? { month: 'short', day: 'numeric' } : { hour: 'numeric', minute: '2-digit' });

/** Round local times within a span, at most four; none where it is shorter than a minute. */
export function ticksOf({ from, to }: TimeSpan): number[] {
  const step = MINUTE_MS * (STEPS.find((minutes) => (to - from) / (minutes * MINUTE_MS) <= MOST) ?? 7 * 1440);
  const zone = new Date(from).getTimezoneOffset() * MINUTE_MS;
  const first = Math.ceil((from - zone) / step) * step + zone;
  return Array.from({ length: MOST }, (_, index) => first + index * step).filter((at) => at <= to);
}
