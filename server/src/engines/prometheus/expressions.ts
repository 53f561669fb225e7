/** What is requested in each case, by the names of the figures. */
import type { StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import { Series } from './promql.ts';
import type { Naming } from './settings.ts';

type Expressions<N extends string> = Record<N, string | undefined>;

/** `cpu` in cores, so that it can be set against `vcpus`; the rest in bytes. */
export type UsageFigure = 'cpu' | 'vcpus' | 'memory' | 'block-capacity' | 'block-usage';
export type StatFigure = StatSeriesName | 'vcpus';

/** Memory in use as the guest tells it; guests that don't tell, or tell nothing but zeros, count by what they were given. */
function memoryOf(series: Series, { memory_available, memory_usable, memory_taken }: Naming['metrics']): string | undefined {
  const available = series.largest(memory_available);
  const usable = memory_usable.flatMap((name) => series.largest([name]) ?? []).map((one) => `${one} > 0`);
  const reported = available !== undefined && usable.length > 0 ? `((${available} > 0) - (${usable.join(' or ')}))` : undefined;
  const known = [reported, series.largest(memory_taken)].filter((one) => one !== undefined);
  return known.length === 0 ? undefined : `(${known.join(' or ')})`;
}

const basics = (series: Series, metrics: Naming['metrics']) => ({
  cpu: series.rate(metrics.cpu_seconds),
  vcpus: series.largest(metrics.vcpus),
  memory: memoryOf(series, metrics),
});

/** What the servers of a page use now. */
export function usageOf(naming: Naming, ids: readonly string[]): Expressions<UsageFigure> {
  const series = new Series(naming, ids);
  const { metrics } = naming;
  return {
    ...basics(series, metrics),
    'block-capacity': series.sum(metrics.block_capacity),
    'block-usage': series.sum(metrics.block_allocation),
  };
}

const both = (left: string | undefined, operator: '+' | '/', right: string | undefined): string | undefined =>
  left !== undefined && right !== undefined ? `(${left} ${operator} ${right})` : undefined;

/** Everything that is measured of one server. */
export function statisticsOf(naming: Naming, id: string): Expressions<StatFigure> {
  const series = new Series(naming, [id]);
  const { metrics } = naming;
  const [reads, writes] = [series.rate(metrics.block_read_requests), series.rate(metrics.block_write_requests)];
  const [reading, writing] = [series.rate(metrics.block_read_seconds), series.rate(metrics.block_write_seconds)];
  const buckets = series.rate(metrics.block_seconds_bucket, ['le']);
  const percentile = (share: number) => buckets && `histogram_quantile(${share}, ${buckets})`;
  return {
    ...basics(series, metrics),
    'disk-read': series.rate(metrics.block_read_bytes),
    'disk-write': series.rate(metrics.block_write_bytes),
    'disk-read-operations': reads,
    'disk-write-operations': writes,
    'network-in': series.rate(metrics.network_in_bytes),
    'network-out': series.rate(metrics.network_out_bytes),
    'network-in-packets': series.rate(metrics.network_in_packets),
    'network-out-packets': series.rate(metrics.network_out_packets),
    'disk-latency-average': both(both(reading, '+', writing), '/', both(reads, '+', writes)),
    'disk-latency-p95': percentile(0.95),
    'disk-latency-p99': percentile(0.99),
    'disk-latency-p100': percentile(1),
  };
}
