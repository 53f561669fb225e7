import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useQueries } from '@tanstack/react-query';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';

/** So many are told of so many servers, in one answer. */
const MOST = 100;

/** Pools of load balancers that some servers are members of; none where there are no load balancers, or the viewer may not see them. */
export function usePoolsOf(servers: readonly Pick<Server, 'id'>[]): readonly Pool[] {
  const may = useMay();
  const can = useCapabilities();
  const scope = useScopeKey();
  const enabled = may(api.loadBalancerPools.list) && can.has('load_balancer.create');
  const parts = Array.from({ length: Math.ceil(servers.length / MOST) }, (_, part) => servers.slice(part * MOST, (part + 1) * MOST));
  return useQueries({
    queries: parts.map((some) => {
      const server = some.length === 1 ? some[0]!.id : `any:${some.map(({ id }) => id).join(',')}`;
      return { ...readOptions(scope, api.loadBalancerPools.list, { query: { server, sort: 'name:asc', limit: MOST } }), enabled };
    }),
    combine: uniquePools,
  });
}

/** Pools of several answers, each once. */
const uniquePools = (answers: readonly { data: { data: readonly Pool[] } | undefined }[]): Pool[] => [
  ...new Map(answers.flatMap(({ data }) => data?.data ?? []).map((pool) => [pool.id, pool])).values(),
];
