import type { ServerStat } from '@gantry/contract/nouns/servers/stat';
import type { StatRange } from '@gantry/contract/nouns/servers/statistics';
import { defineEngine } from '../../port/define.ts';
import type { Engine, FiguresOf, LiveRead, MetricsRangeRead, MetricsRead } from '../../port/engine.ts';
import type { PastFiguresRead } from '../../port/past-figures.ts';
import { Watch } from '../shared/watch.ts';
import { figuresIn, pastFiguresOf } from './capacity.ts';
import { Client, type Measured, type Span } from './client.ts';
import { queryFor } from './cluster.ts';
import { statisticsOf, usageOf } from './expressions.ts';
import { reasonOf, SERVICE } from './http.ts';
import { union } from './promql.ts';
import { settings } from './settings.ts';
import { seriesOf, spanOf, type Measurable } from './statistics.ts';
import { metricsOf, Usages } from './usage.ts';

/** What the servers of another engine use, as a Prometheus has it from the exporters on the hosts. Has no rows of its own and stores nothing. */
export const prometheus = defineEngine({
  settings,
  async create({ id, log }, options): Promise<Engine> {
    const client = new Client(options, options.server_label);
    const watch = new Watch((limit, signal) => client.probe(limit, signal), log, { service: SERVICE, name: 'Prometheus', reasonOf });
    const limit = options.limits.request * 1000;

    /** Asks nothing while Prometheus is silent; a failure makes sure that it is not. */
    async function ask(query: string | undefined, span: Span | null, signal?: AbortSignal): Promise<readonly Measured[]> {
      if (query === undefined) return [];
      if (watch.closed) throw watch.closed;
      try {
        return await client.query(query, span, limit, signal);
      } catch (error) {
        if (!signal?.aborted) {
          log.warn({ err: error }, 'figures could not be read');
          watch.suspect();
        }
        throw error;
      }
    }
    const usages = new Usages((ids) => ask(union(usageOf(options, ids)), null), options.limits.fresh * 1000);

    const figures: FiguresOf = async (entities, patience) => {
      const servers = entities as readonly Measurable[];
      const ids = servers.map(({ id: serverId }) => serverId);
      const known = watch.closed ? undefined : await usages.inTime(ids, patience);
      return servers.map(({ flavor }, index) => (known ? { statistics: { metrics: metricsOf(known[index]!, flavor.vcpus) } } : {}));
    };
    const readStat: LiveRead<ServerStat> = async ({ signal }, row, query) => {
      const server = { ...(row.document as Omit<Measurable, 'id'>), id: row.id };
      const range = query['range'] as StatRange;
      const now = Date.now();
      const span = spanOf(range, now);
      const [measured, [usage = {}]] = await Promise.all([ask(union(statisticsOf(options, row.id)), span, signal), usages.read([row.id])]);
      return {
        at: new Date(now).toISOString(),
        range,
        metrics: metricsOf(usage, server.flavor.vcpus),
        series: seriesOf(measured, span, server),
      };
    };
    const metrics: MetricsRead = async ({ signal }, { query, time, projects }) => {
      const own = queryFor(options, query, projects);
      if (watch.closed) throw watch.closed;
      return client.instant(own, time, limit, signal);
    };
    const metricsRange: MetricsRangeRead = async ({ signal }, { query, projects, start, end, step }) => {
      const own = queryFor(options, query, projects);
      if (watch.closed) throw watch.closed;
      return client.range(own, { start, end, step }, limit, signal);
    };
    const pastFigures: PastFiguresRead = async ({ projectId, from, to, step }, { patience, signal }) => {
      const query = union(pastFiguresOf(options, projectId));
      if (query === undefined) return new Map();
      if (watch.closed) throw watch.closed;
      const span = { start: from / 1000, end: to / 1000, step: step / 1000 };
      try {
        return figuresIn(await client.range(query, span, Math.min(limit, patience), signal));
      } catch (error) {
        if (!signal.aborted) watch.suspect();
        throw error;
      }
    };
    return {
      id,
      type: 'prometheus',
      mirrors: false,
      measures: options.measures,
      commands: {},
      metrics,
      metricsRange,
      pastFigures,
      live: { 'server.stat': readStat },
      figures: { server: figures },
      health: () => watch.read(),
      onHealth: (listener) => watch.onChange(listener),
      async start() {
        watch.start();
      },
      stop: () => watch.stop(),
    };
  },
});
