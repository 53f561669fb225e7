import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useCapabilities } from '../../app/abilities/use-ability.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';

/** So many are told. */
const MOST = 100;
const NONE: readonly Pool[] = [];

/** Pools of load balancers that a server is a member of; none where there are no load balancers, or the viewer may not see them. */
export function usePoolsOf({ id }: Pick<Server, 'id'>): readonly Pool[] {
  const may = useMay();
  const can = useCapabilities();
  const enabled = may(api.loadBalancerPools.list) && can.has('load_balancer.create');
  const { data } = useList(api.loadBalancerPools.list, { server: id, sort: 'name:asc', limit: MOST }, undefined, { enabled });
  return data?.data ?? NONE;
}
