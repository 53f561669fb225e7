/** A measured series: milliseconds since 1970 and value, oldest first; null: not known then. */
export type Points = readonly (readonly [number, number | null])[];

export interface Series {
  name: string;
  points: Points;
}

/** Milliseconds since 1970. */
export interface TimeSpan {
  from: number;
  to: number;
}

const STEPS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000] as const;

/** A round number at or above a value, for the top of an axis. `base`: 1000, or 1024 for bytes. */
export function roundTop(value: number, base: number): number {
  if (value <= 0) return 1;
  const unit = base ** Math.floor(Math.log(value) / Math.log(base));
  return (STEPS.find((step) => step * unit >= value) ?? base) * unit;
}

/** What of a span a thing was there: charts begin when the thing began. @param since milliseconds since 1970; NaN: not known */
export const sinceBegin = ({ from, to }: TimeSpan, since: number): TimeSpan =>
  since > from ? { from: since, to: Math.max(to, since + 1) } : { from, to };

/** The points of a span. */
export const within = (points: Points, { from, to }: TimeSpan): Points => points.filter(([at]) => at >= from && at <= to);

/** The largest value of all series; 0 where there is none. */
export const largest = (series: readonly Series[]): number =>
  series.reduce((most, { points }) => points.reduce((top, [, value]) => Math.max(top, value ?? 0), most), 0);

/** The times in which a line was above 0. @param step milliseconds before a point that it stands for */
export function spansOf(points: Points, step: number): TimeSpan[] {
  const spans: TimeSpan[] = [];
  for (const [at, value] of points) {
    if (value === null || value <= 0) continue;
    const last = spans.at(-1);
    if (last?.to === at - step) last.to = at;
    else spans.push({ from: at - step, to: at });
  }
  return spans;
}

/** The parts of some times that lie within another one. */
export const clipped = (spans: readonly TimeSpan[], { from, to }: TimeSpan): TimeSpan[] =>
  spans.map((span) => ({ from: Math.max(from, span.from), to: Math.min(to, span.to) })).filter((span) => span.from < span.to);
