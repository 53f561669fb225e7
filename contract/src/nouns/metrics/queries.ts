/** What the console asks of the metrics. docs/metrics.md says how a Prometheus gets to have it. */
import { RATE_WINDOW } from '../servers/statistics.ts';

/** Bytes of a volume that are in use, labelled `volume_id`; as a query by itself: of all volumes of the project that asks, which the server adds. */
export const VOLUME_USED = 'gantry_volume_used_bytes';

/** What a volume's server reads and writes there, labelled `volume_id`: means of five minutes. */
export const VOLUME_RATES = {
  read: 'gantry_volume_read_bytes_per_second',
  write: 'gantry_volume_write_bytes_per_second',
  'read-operations': 'gantry_volume_read_operations_per_second',
  'write-operations': 'gantry_volume_write_operations_per_second',
} as const;
export type VolumeRate = keyof typeof VOLUME_RATES;

/**
 * What all servers of the cluster together read and write: means of five minutes. As queries by themselves, and for who works on the whole
 * cloud only: of one project there is no such series.
 */
export const CLUSTER_RATES = {
  read: 'gantry_cluster_read_bytes_per_second',
  write: 'gantry_cluster_write_bytes_per_second',
  'read-operations': 'gantry_cluster_read_operations_per_second',
  'write-operations': 'gantry_cluster_write_operations_per_second',
} as const satisfies Record<VolumeRate, string>;

/** Whether the storage of the cluster was not healthy at any time of the last five minutes: 1, else 0; asked for in the same way. */
export const CLUSTER_UNHEALTHY = 'gantry_cluster_unhealthy';

/** What a server uses of its cores, in percent, and of its memory, in bytes, labelled `server_id`. */
export const SERVER_FIGURES = { cpu: 'gantry_server_cpu_percent', memory: 'gantry_server_memory_bytes' } as const;

/** The query for one rate of a volume. */
export const volumeRateQuery = (rate: VolumeRate, id: string): string => `${VOLUME_RATES[rate]}{volume_id=${JSON.stringify(id)}}`;

/** The query for what some volumes use. Ids hold nothing that means something in a pattern but dots, which are escaped. */
export const volumeUsageQuery = (ids: readonly string[]): string =>
  `${VOLUME_USED}{volume_id=~"${ids.map((id) => id.replaceAll('.', String.raw`\\.`)).join('|')}"}`;

/** Most series of one answer: of so many, there may be more. */
export const METRICS_SERIES = 1000;

/** What load balancers do, labelled `load_balancer_id`: counters first, of which rates are asked for. */
export const BALANCER_COUNTERS = {
  requests: 'gantry_load_balancer_requests_total',
  received: 'gantry_load_balancer_received_bytes_total',
  sent: 'gantry_load_balancer_sent_bytes_total',
  errors: 'gantry_load_balancer_errors_total',
} as const;
/** Sessions that are open, and how long answers take, in seconds: on average, and for 95, 99 and 100 of 100 requests (S2 §7). */
export const BALANCER_GAUGES = {
  sessions: 'gantry_load_balancer_sessions',
  'latency-average': 'gantry_load_balancer_response_seconds_average',
  'latency-p95': 'gantry_load_balancer_response_seconds_p95',
  'latency-p99': 'gantry_load_balancer_response_seconds_p99',
  'latency-p100': 'gantry_load_balancer_response_seconds_p100',
} as const;
export type BalancerFigure = keyof typeof BALANCER_COUNTERS | keyof typeof BALANCER_GAUGES;

/** The window of rates and means in PromQL: RATE_WINDOW (S2 §9). */
const WINDOW = `${RATE_WINDOW / 60}m`;

/** The query for each figure of a load balancer, over five minutes. */
export function balancerQueries(id: string): Record<BalancerFigure, string> {
  const over = (by: 'rate' | 'avg_over_time', metrics: Readonly<Record<string, string>>) =>
    Object.entries(metrics).map(([figure, metric]) => [figure, `${by}(${metric}{load_balancer_id=${JSON.stringify(id)}}[${WINDOW}])`]);
  const queries = [...over('rate', BALANCER_COUNTERS), ...over('avg_over_time', BALANCER_GAUGES)];
  return Object.fromEntries(queries) as Record<BalancerFigure, string>;
}
