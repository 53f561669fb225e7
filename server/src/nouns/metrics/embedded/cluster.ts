/** Metrics of the platform as a whole: what all guests do together, and when the storage was not healthy. */
import { CLUSTER_RATES, CLUSTER_UNHEALTHY } from '@gantry/contract/nouns/metrics/queries';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { RATE_WINDOW, type StatSeriesName } from '@gantry/contract/nouns/servers/statistics';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { takeTurn } from '../../../turns/turns.ts';
import { documentOf } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { outagesOf } from '../../nodes/embedded/outages.ts';
import { loadOf } from './guest-load.ts';

/** Values at some instants (milliseconds since 1970), in their order. */
type ClusterSeries = (platform: Platform, times: readonly number[]) => Promise<number[]>;

/** Guests that are measured. Where there are more, these stand for the others. */
const MEASURED = 200;

const ofAllServers =
  (name: StatSeriesName): ClusterSeries =>
  async (platform, times) => {
    const query = { kind: serverKind, visibility: EVERYTHING, filters: {}, sort: { key: 'name', descending: false } };
    const { rows, count = 0 } = await platform.store.read.list({ ...query, limit: MEASURED, withCount: true });
    const sums = times.map(() => 0);
    for (const row of rows) {
      if (row.engine !== platform.id) continue;
      const load = await loadOf(platform, documentOf('server', row), name);
      await takeTurn();
      for (const [index, at] of times.entries()) sums[index]! += load(at) ?? 0;
    }
    return sums.map((sum) => (sum * count) / Math.max(1, rows.length));
  };

const unhealthy: ClusterSeries = async (platform, times) => {
  const spans = (await outagesOf(platform)).map(({ from, to }) => [Date.parse(from), to === null ? Infinity : Date.parse(to)] as const);
  return times.map((at) => Number(spans.some(([from, to]) => from <= at && at - RATE_WINDOW * 1000 < to)));
};

export const CLUSTER_SERIES: Readonly<Record<string, ClusterSeries>> = {
  [CLUSTER_RATES.read]: ofAllServers('disk-read'),
  [CLUSTER_RATES.write]: ofAllServers('disk-write'),
  [CLUSTER_RATES['read-operations']]: ofAllServers('disk-read-operations'),
  [CLUSTER_RATES['write-operations']]: ofAllServers('disk-write-operations'),
  [CLUSTER_UNHEALTHY]: unhealthy,
};
