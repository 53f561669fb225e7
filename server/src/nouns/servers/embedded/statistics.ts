import { isRunning } from '@gantry/contract/nouns/servers/rules';
import type { Server, ServerMetrics } from '@gantry/contract/nouns/servers/entity';
import type { ServerStat } from '@gantry/contract/nouns/servers/stat';
import { STAT_RANGES, STAT_SERIES, STAT_SERIES_NAMES, type StatRange } from '@gantry/contract/nouns/servers/statistics';
import type { FiguresOf, LiveRead } from '../../../port/engine.ts';
import { documentOf, GIB, type ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import { readJournal } from './journal.ts';
import type { Guests, RanAt } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import type { HistoryEntry } from '../../../engines/embedded/platform/records.ts';

/** What of a server its figures depend on. The sizes of its volumes (GiB) are not its own; null where they are not known. */
type Measurable = Pick<Server, 'id' | 'status' | 'task_state' | 'flavor'> & {
  volumes: readonly Pick<Server['volumes'][number], 'id' | 'size'>[];
};

/** What a server uses at an instant, as if it had been in its present state for a while. */
function metricsOf(guests: Guests, server: Measurable, at: number): ServerMetrics {
  const load = guests.load({ id: server.id, ram: server.flavor.ram }, () => isRunning(server));
  const volumes = server.volumes.flatMap(({ id, size }) => (size === null ? [] : [{ id, size }]));
  const known = volumes.length === server.volumes.length;
  return {
    cpu_usage: Math.round((load.cpu(at) ?? 0) * 10) / 10,
    mem_usage: load.memory(at),
    block_capacity: known ? volumes.reduce((sum, { size }) => sum + size * GIB, 0) : null,
    block_usage: known ? volumes.reduce((sum, volume) => sum + guests.written(volume), 0) : null,
  };
}

/** What a finished action has begun or ended: that the guest runs. */
const BEGINS: ReadonlySet<string> = new Set(['create', 'start', 'unpause', 'resume', 'unshelve']);
const ENDS: ReadonlySet<string> = new Set(['stop', 'pause', 'suspend', 'shelve', 'shelveOffload']);

/** When a guest ran, from its present state back through its history. What the history does not say stayed as it was. */
export function ranAt(runs: boolean, history: readonly HistoryEntry[]): RanAt {
  const turns = history
    .filter(({ action, result }) => result === 'success' && (BEGINS.has(action) || ENDS.has(action)))
    .map(({ action, started_at, finished_at }) => ({ at: Date.parse(finished_at ?? started_at), runs: BEGINS.has(action) }));
  return (at) => {
    const last = turns.findLastIndex((turn) => turn.at <= at);
    if (last === turns.length - 1) return runs;
    return last >= 0 ? turns[last]!.runs : !turns[0]!.runs;
  };
}

/** The points of a range, up to `now`: at whole steps, none before the server was there. */
function instantsOf(range: StatRange, now: number, created: number): number[] {
  const step = STAT_RANGES[range].step * 1000;
  const last = Math.floor(now / step) * step;
  const count = (STAT_RANGES[range].seconds * 1000) / step;
  return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * step).filter((at) => at >= created);
}

/** What is no count of bytes needs no more than six digits. */
const rounded = (value: number | null): number | null => (value === null || Number.isInteger(value) ? value : Number(value.toPrecision(6)));

/** Statistics of a server, from the load of its guest. */
export const readStat =
  (platform: Platform): LiveRead<ServerStat> =>
  async ({ store }, row, query) => {
    const range = query['range'] as StatRange;
    const server: ServerDocument = documentOf('server', row);
    const rows = await Promise.all(server.volumes.map(({ id }) => platform.document(store.read, 'volume', id)));
    const volumes = server.volumes.map(({ id }, index) => ({ id, size: rows[index]?.size ?? null }));
    const { history } = await readJournal(platform, store.records, server.id);
    const now = platform.clock.now();
    const instants = instantsOf(range, now, Date.parse(server.created));
    const load = platform.guests.load({ id: server.id, ram: server.flavor.ram }, ranAt(isRunning(server), history));
    return {
      at: platform.now(),
      range,
      metrics: metricsOf(platform.guests, { ...server, volumes }, now),
      series: STAT_SERIES_NAMES.map((name) => ({
        name,
        unit: STAT_SERIES[name],
        points: instants.map((at): [number, number | null] => [at, rounded(load[name](at))]),
      })),
      simulated: true,
    };
  };

/** Usage of servers, for whoever reads them; none while the platform plays dead. */
export const figuresOf = (platform: Platform): Readonly<Record<string, FiguresOf>> => ({
  server: async (entities) =>
    entities.map((entity) =>
      platform.downSince === null
        ? { statistics: { metrics: metricsOf(platform.guests, entity as Measurable, platform.clock.now()) } }
        : {},
    ),
});
