import { nouns } from '@gantry/contract';
import { COMPUTE_CAPACITIES, QUOTA_CAPACITIES, type CapacityHistory } from '@gantry/contract/nouns/capacity/entity';
import { forecastOf } from '@gantry/contract/nouns/capacity/trend';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { authorised, type CallRequest } from '../../../calls/call-request.ts';
import { handle, type Handler } from '../../../calls/handler.ts';
import { askEngine } from '../../../calls/live.ts';
import type { CallOptions } from '../../../calls/port.ts';
import { instantOf, systemClock } from '../../../port/clock.ts';
import { knownHours } from './earlier-hours.ts';
import { DAY_MS, HOUR_MS, keptHours, type KeptHours } from './hourly-figures.ts';
import { measureCompute, measureStorage } from './measure.ts';

const { does: readsQuota } = nouns.quotas.calls.read;

/** What is known of something, with how it goes on. */
function historyOf(kept: KeptHours | undefined, limit: number | null): CapacityHistory {
  const { since, used } = kept ?? { since: null, used: [] };
  const { trend, outlook, days } = forecastOf(used, limit);
  const last = since === null ? null : since + (used.length - 1) * HOUR_MS;
  return {
    since: since === null ? null : instantOf(since),
    used,
    limit,
    trend,
    outlook,
    full_at: last === null || days === null ? null : instantOf(Math.round(last + days * DAY_MS)),
  };
}

export function capacityHandlers(options: Pick<CallOptions, 'store' | 'platform' | 'log'>): Handler[] {
  const { store } = options;
  const now = (): number => systemClock.now();
  const [ofCompute, ofProject] = [knownHours(options), knownHours(options)];

  return [
    handle(nouns.computeCluster.calls.capacity, async ({ signal }) => {
      const measured = await measureCompute(options);
      if (!measured) return { data: [] };
      const kept = await ofCompute({ subject: 'compute', projectId: null, names: COMPUTE_CAPACITIES, signal }, now());
      return { data: COMPUTE_CAPACITIES.map((of) => ({ of, ...historyOf(kept.get(of), measured[of].limit) })) };
    }),
    handle(nouns.storageClusters.calls.capacity, async () => {
      const clusters = await measureStorage(options);
      const all = await Promise.all(
        clusters.map(async ({ id, name, tiers }) => {
          const kept = await keptHours(store, `storage:${id}`, now());
          return tiers.map((tier) => ({ cluster: name, tier: tier.id, ...historyOf(kept.get(String(tier.id)), tier.total) }));
        }),
      );
      return { data: all.flat() };
    }),
    handle(nouns.quotas.calls.capacity, async (request) => {
      // Who may not see the quota gets no further.
      const { target, answer } = await askEngine({ ...authorised(request as CallRequest), query: { usage: true } }, readsQuota, options);
      const quota = answer as Quota;
      const counted = QUOTA_CAPACITIES.filter((of) => quota[of].used !== null);
      const { id: projectId, engine } = target;
      const kept = await ofProject({ subject: `project:${projectId}`, projectId, engine, names: counted, signal: request.signal }, now());
      const limitOf = (limit: number): number | null => (limit < 0 ? null : limit);
      return { data: counted.map((of) => ({ of, ...historyOf(kept.get(of), limitOf(quota[of].limit)) })) };
    }),
  ];
}
