import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ServerStat } from '@gantry/contract/nouns/servers/stat';
import { STAT_RANGES, STAT_SERIES, STAT_SERIES_NAMES, type StatRange } from '@gantry/contract/nouns/servers/statistics';
import type { Measured, Span } from './client.ts';

type Points = Measured['points'];

/** What of a server its figures depend on. */
export type Measurable = Pick<Server, 'id' | 'created'> & { flavor: Pick<Server['flavor'], 'vcpus'> };

/** The instants of a range: whole steps up to now. */
export function spanOf(range: StatRange, now: number): Span {
  const step = STAT_RANGES[range].step * 1000;
  const to = Math.floor(now / step) * step;
  return { from: to - (STAT_RANGES[range].seconds * 1000 - step), to, step };
}

const NOTHING: ReadonlyMap<number, number | null> = new Map();

/** Rounded to six digits, which is more than was measured. */
const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(6)));

/**
 * The series of a server out of what was measured: a point at each whole step since it was there, null where nothing is known; those of which
 * nothing is known at all are left out.
 */
export function seriesOf(measured: readonly Measured[], span: Span, server: Measurable): ServerStat['series'] {
  const own = measured.filter(({ id }) => id === server.id);
  const byName = new Map<string, ReadonlyMap<number, number | null>>(
    own.map(({ figure, points }: { figure: string; points: Points }) => [figure, new Map(points)]),
  );
  const vcpus = byName.get('vcpus') ?? NOTHING;
  const created = Date.parse(server.created);
  const instants = Array.from({ length: (span.to - span.from) / span.step + 1 }, (_, index) => span.from + index * span.step);
  return STAT_SERIES_NAMES.flatMap((name) => {
    const values = byName.get(name) ?? NOTHING;
    const valueAt = (at: number): number | null => {
      const value = values.get(at) ?? null;
      if (value === null || name !== 'cpu') return value;
      const cores = vcpus.get(at) ?? server.flavor.vcpus;
      return cores > 0 ? Math.min((100 * value) / cores, 100) : null;
    };
    const points = instants
      .filter((at) => at >= created)
      .map((at): [number, number | null] => {
        const value = valueAt(at);
        return [at, value === null ? null : rounded(value)];
      });
    return points.some(([, value]) => value !== null) ? [{ name, unit: STAT_SERIES[name], points }] : [];
  });
}
