/** Metrics of load balancers, simulated: what passes through one is a part of what the machines behind it take and send. */
import { loadBalancerKind } from '@gantry/contract/nouns/load-balancers/entity';
import { BALANCER_COUNTERS, BALANCER_GAUGES, type BalancerFigure } from '@gantry/contract/nouns/metrics/queries';
import { documentOf, type LoadBalancerDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Measured } from '../../../engines/embedded/platform/guests.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { loadOf } from './guest-load.ts';
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
async function machinesBehind(platform: Platform, { pools }: LoadBalancerDocument): Promise<string[]> {
  const { read } = platform.store;
  const found = await Promise.all(pools.map(({ id }) => platform.document(read, 'load_balancer_pool', id)));
  const members = found.flatMap((pool) => (pool?.enabled ? pool.members : []));
  const ids = members.flatMap(({ server_id: id, enabled, weight, gone }) => (id !== null && enabled && weight > 0 && !gone ? [id] : []));
  return [...new Set(ids)];
}

interface Passing {
  received: Measured;
  sent: Measured;
  requests: Measured;
}

async function passing(platform: Platform, balancer: LoadBalancerDocument): Promise<Passing> {
  const ids = balancer.enabled ? await machinesBehind(platform, balancer) : [];
  const servers = (await Promise.all(ids.map((id) => platform.document(platform.store.read, 'server', id)))).filter((one) => !!one);
  const created = Date.parse(balancer.created_at);
  const sumOf = async (name: 'network-in' | 'network-out'): Promise<Measured> => {
    const loads = await Promise.all(servers.map((server) => loadOf(platform, server, name)));
    return (at) => (at < created ? 0 : SHARE * loads.reduce((sum, load) => sum + (load(at) ?? 0), 0));
  };
  const [received, sent] = await Promise.all([sumOf('network-in'), sumOf('network-out')]);
  return { received, sent, requests: (at) => (received(at) ?? 0) / REQUEST };
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
