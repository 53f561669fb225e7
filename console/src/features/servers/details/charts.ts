import { SIZE_BASE } from '@gantry/contract/constants';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ServerStat } from '@gantry/contract/nouns/servers/stat';
import { STAT_SERIES, type StatSeriesName, type StatUnit } from '@gantry/contract/nouns/servers/statistics';
import type { TFunction } from 'i18next';
import type { Series } from '../../../ui/show/chart-scale.ts';
import { fromMib } from '../../../ui/show/format-size.ts';

/** The charts of a server, and what is in each of them; all of one chart in one unit. */
const CHARTS = {
  cpu: ['cpu'],
  memory: ['memory'],
  disk: ['disk-read', 'disk-write'],
  operations: ['disk-read-operations', 'disk-write-operations'],
  network: ['network-in', 'network-out'],
  packets: ['network-in-packets', 'network-out-packets'],
  latency: ['disk-latency-average', 'disk-latency-p95', 'disk-latency-p99', 'disk-latency-p100'],
} as const satisfies Record<string, readonly [StatSeriesName, ...StatSeriesName[]]>;
type ChartName = keyof typeof CHARTS;

interface Chart {
  key: ChartName;
  title: string;
  unit: StatUnit;
  series: readonly Series[];
  base: number;
  top: number | undefined;
}

/** The charts of which something is measured. */
export function chartsOf(t: TFunction<'servers'>, stat: ServerStat, { flavor }: Pick<Server, 'flavor'>): Chart[] {
  const measured = new Map(stat.series.map(({ name, points }) => [name, points]));
  return (Object.keys(CHARTS) as ChartName[]).flatMap((key) => {
    const series = CHARTS[key].flatMap((name) => {
      const points = measured.get(name);
      return points ? [{ name: t(`series.${name}`), points }] : [];
    });
    const unit = STAT_SERIES[CHARTS[key][0]];
    const top = key === 'cpu' ? 100 : key === 'memory' ? fromMib(flavor.ram) : undefined;
    return series.length > 0
      ? [{ key, title: t(`chart.${key}`), unit, series, base: unit.startsWith('bytes') ? SIZE_BASE : 1000, top }]
      : [];
  });
}
