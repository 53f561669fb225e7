import { STAT_RANGES, type StatRange } from '@gantry/contract/nouns/servers/statistics';
import { useQuery } from '@tanstack/react-query';
import { serverNow } from '../../ui/clock.ts';
import type { Points, TimeSpan } from '../../ui/show/chart-scale.ts';
import { api } from '../../app/api/calls.ts';
import { inScope } from '../../app/api/in-scope.ts';
import { callApi } from '../../app/api/request.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { ScopeKey } from '../../app/scope.ts';

/** Milliseconds between two readings while somebody looks. */
const REFRESH_MS = 30_000;

interface Lines<N extends string> {
  span: TimeSpan;
  /** Milliseconds between two points. */
  step: number;
  /** Of each line that was asked for. */
  points: Readonly<Partial<Record<N, Points>>>;
  /** Whether nothing was measured: the values are made up. */
  isSimulated: boolean;
}

/** One query for each line: none of them is more than a selector, which every engine answers. */
async function ask<N extends string>(
  queries: Readonly<Partial<Record<N, string>>>,
  range: StatRange,
  scope: ScopeKey,
  signal: AbortSignal,
) {
  const { seconds, step } = STAT_RANGES[range];
  const end = Math.floor(serverNow().getTime() / 1000 / step) * step;
  const start = end - seconds + step;
  let isSimulated = false;
  const pointsOf = async (query: string): Promise<Points> => {
    const { data, simulated } = await callApi(api.metrics.range, { query: { query, start, end, step } }, { signal, ...inScope(scope) });
    isSimulated ||= simulated === true;
    return (data.result[0]?.values ?? []).map(([at, value]) => [at * 1000, Number.isFinite(Number(value)) ? Number(value) : null]);
  };
  const names = Object.keys(queries) as N[];
  const all = await Promise.all(names.map(async (name) => [name, await pointsOf(queries[name] ?? '')] as const));
  return { span: { from: start * 1000, to: end * 1000 }, step: step * 1000, points: Object.fromEntries(all), isSimulated } as Lines<N>;
}

/** What metrics tell over a time that ends now, read again while it shows. @param queries by the names of the lines */
export function useLines<N extends string>(queries: Readonly<Partial<Record<N, string>>>, range: StatRange) {
  const scope = useScopeKey();
  return useQuery({
    queryKey: [scope, 'metrics.lines', queries, range],
    queryFn: ({ signal }) => ask(queries, range, scope, signal),
    meta: { kind: undefined, id: undefined },
    retry: false,
    refetchInterval: REFRESH_MS,
  });
}
