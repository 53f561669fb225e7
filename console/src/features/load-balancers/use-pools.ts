import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { shownHealth } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';

/** As many as a page of a list has: more than a load balancer may have. */
const MOST = 1000;

/** How many members of its pools are how: `{HEALTHY: 2, DISABLED: 1}`. Undefined while nobody knows. */
export function useMemberHealth({ id }: Pick<LoadBalancer, 'id'>): Readonly<Record<string, number>> | undefined {
  const may = useMay();
  const { data } = useList(api.loadBalancerPools.list, { load_balancer: id, limit: MOST }, undefined, {
    enabled: may(api.loadBalancerPools.list),
  });
  if (!data) return undefined;
  const counts: Record<string, number> = {};
  for (const member of data.data.flatMap(({ members }) => members)) {
    const health = shownHealth(member);
    counts[health] = (counts[health] ?? 0) + 1;
  }
  return counts;
}
