import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useQueries } from '@tanstack/react-query';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';

/** What pools are asked for by: how several are named, how many in one request, and how many pools one answer tells. */
const BY = {
  server: { several: 'any:', together: 100, most: 100 },
  load_balancer: { several: 'in:', together: 40, most: 1000 },
} as const;

/** Pools that some servers are members of, or of some load balancers; none where there are no load balancers, or the viewer may not see them. */
export function usePoolsOf(by: keyof typeof BY, items: readonly { id: string }[]): readonly Pool[] {
  const may = useMay();
  const can = useCapabilities();
  const scope = useScopeKey();
  const enabled = may(api.loadBalancerPools.list) && can.has('load_balancer.create');
  const { several, together, most } = BY[by];
  const parts = Array.from({ length: Math.ceil(items.length / together) }, (_, part) =>
    items.slice(part * together, (part + 1) * together),
  );
  return useQueries({
    queries: parts.map((some) => {
      const named = some.length === 1 ? some[0]!.id : `${several}${some.map(({ id }) => id).join(',')}`;
      return { ...readOptions(scope, api.loadBalancerPools.list, { query: { [by]: named, sort: 'name:asc', limit: most } }), enabled };
    }),
    combine: uniquePools,
  });
}

/** Pools of several answers, each once. */
const uniquePools = (answers: readonly { data: { data: readonly Pool[] } | undefined }[]): Pool[] => [
  ...new Map(answers.flatMap(({ data }) => data?.data ?? []).map((pool) => [pool.id, pool])).values(),
];
