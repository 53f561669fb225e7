/** Metrics of load balancers, simulated: what passes through one is a part of what the machines behind it take and send. */
import { loadBalancerKind } from '@gantry/contract/nouns/load-balancers/entity';
import { BALANCER_COUNTERS, BALANCER_GAUGES, type BalancerFigure } from '@gantry/contract/nouns/metrics/queries';
import { documentOf, type LoadBalancerDocument, type ServerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Measured } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { loadsOf } from './guest-load.ts';
import type { Series } from './of-things.ts';

/** The share of what a machine behind a balancer takes and sends that comes by it. */
const SHARE = 0.8;
/** Bytes of one request, of 1000 requests those that fail, and seconds that a session lasts. */
const REQUEST = 2048;
const FAILING = 2;
const SESSION = 3;
/** Seconds that an answer takes at the least, and more for each request in a second. */
const AT_LEAST = 0.004;
const FOR_EACH = 0.00002;

/** Machines that get something from a balancer now. */
async function machinesBehind({ id: engine, store }: Platform, { pools }: LoadBalancerDocument): Promise<ServerDocument[]> {
  const found = await store.read.getMany(
    engine,
    'load_balancer_pool',
    pools.map(({ id }) => id),
  );
  const members = [...found.values()].flatMap(({ document: pool }) => (pool.enabled ? pool.members : []));
  const ids = members.flatMap(({ server_id: id, enabled, weight, gone }) => (id !== null && enabled && weight > 0 && !gone ? [id] : []));
  const servers = await store.read.getMany(engine, 'server', [...new Set(ids)]);
  return [...servers.values()].map((row) => documentOf('server', row));
}

interface Passing {
  received: Measured;
  sent: Measured;
  requests: Measured;
}

async function look(platform: Platform, balancer: LoadBalancerDocument): Promise<Passing> {
  const servers = balancer.enabled ? await machinesBehind(platform, balancer) : [];
  const loads = await Promise.all(servers.map((server) => loadsOf(platform, server)));
  const created = Date.parse(balancer.created_at);
  const sumOf = (name: 'network-in' | 'network-out'): Measured => {
    const measured = loads.map((load) => load(name));
    return (at) => (at < created ? 0 : SHARE * measured.reduce((sum, one) => sum + (one(at) ?? 0), 0));
  };
  const [received, sent] = [sumOf('network-in'), sumOf('network-out')];
  return { received, sent, requests: (at) => (received(at) ?? 0) / REQUEST };
}

/** Looks of a platform that hold until anything changes: up to which entry of the log they know all, and what passes each balancer. */
interface Looks {
  head: number;
  by: Map<string, Promise<Passing>>;
}
const looksOf = new WeakMap<Platform, Looks>();

/** What passes a balancer. A chart asks for all of its figures at once: one look is enough for them. */
async function passing(platform: Platform, balancer: LoadBalancerDocument): Promise<Passing> {
  const head = await platform.store.changes.head();
  let looks = looksOf.get(platform);
  if (looks?.head !== head) looksOf.set(platform, (looks = { head, by: new Map() }));
  const { by } = looks;
  const found = by.get(balancer.id) ?? look(platform, balancer);
  by.set(balancer.id, found);
  // Whoever asks next looks for itself.
  found.catch(() => by.delete(balancer.id));
  return found;
}

const latency = ({ requests }: Passing, at: number): number => {
  const now = requests(at) ?? 0;
  return now === 0 ? 0 : AT_LEAST + FOR_EACH * now;
};

/** How each figure follows from what passes; slow answers are so many times slower than most. */
const FIGURES: Readonly<Record<BalancerFigure, (passes: Passing, at: number) => number | null>> = {
  requests: ({ requests }, at) => requests(at),
  received: ({ received }, at) => received(at),
  sent: ({ sent }, at) => sent(at),
  errors: ({ requests }, at) => ((requests(at) ?? 0) * FAILING) / 1000,
  sessions: ({ requests }, at) => Math.round((requests(at) ?? 0) * SESSION),
  'latency-average': latency,
  'latency-p95': (passes, at) => latency(passes, at) * 2.1,
  'latency-p99': (passes, at) => latency(passes, at) * 3.4,
  'latency-p100': (passes, at) => latency(passes, at) * 6,
};

const seriesOf = (figure: BalancerFigure, isCounter: boolean): Series => ({
  kind: loadBalancerKind,
  label: 'load_balancer_id',
  isCounter,
  of: async (platform, row) => {
    const passes = await passing(platform, documentOf('load_balancer', row));
    return (at) => FIGURES[figure](passes, at);
  },
});

const allOf = (metrics: Readonly<Partial<Record<BalancerFigure, string>>>, isCounter: boolean): [string, Series][] =>
  Object.entries(metrics).map(([figure, metric]) => [metric, seriesOf(figure as BalancerFigure, isCounter)]);

export const BALANCER_SERIES: Readonly<Record<string, Series>> = Object.fromEntries([
  ...allOf(BALANCER_COUNTERS, true),
  ...allOf(BALANCER_GAUGES, false),
]);
