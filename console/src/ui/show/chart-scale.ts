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

/** The points of a span. */
export const within = (points: Points, { from, to }: TimeSpan): Points => points.filter(([at]) => at >= from && at <= to);

/** The largest value of all series; 0 where there is none. */
export const largest = (series: readonly Series[]): number =>
  series.reduce((most, { points }) => points.reduce((top, [, value]) => Math.max(top, value ?? 0), most), 0);

/** A line through the points, in a box of width and height 100; it is broken where a value is not known. */
export function linePath(points: Points, { from, to }: TimeSpan, top: number): string {
  let isBroken = true;
  return points
    .map(([at, value]) => {
      const step = isBroken ? 'M' : 'L';
      isBroken = value === null;
      if (value === null) return '';
      return `${step}${((100 * (at - from)) / (to - from)).toFixed(2)} ${(100 - (100 * value) / top).toFixed(2)}`;
    })
    .join('');
}

/** The point that is nearest in time; undefined where there is none. */
export function nearest(points: Points, at: number): Points[number] | undefined {
  return points.reduce<Points[number] | undefined>(
    (best, point) => (best === undefined || Math.abs(point[0] - at) < Math.abs(best[0] - at) ? point : best),
    undefined,
  );
}
