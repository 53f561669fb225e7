import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { Link } from '@tanstack/react-router';
import { POOL } from '../../../parts/load-balancing/paths.ts';

/** The name of a pool, with the way to its page, which lies below its balancer. */
export function PoolLink({ pool: { id, name, loadbalancer_id: loadBalancerId } }: { pool: Pick<Pool, 'id' | 'name' | 'loadbalancer_id'> }) {
  return (
    <Link to={POOL as string} params={{ loadBalancerId, loadBalancerPoolId: id }} state={{ named: name || id }}>
      <bdi>{name || id}</bdi>
    </Link>
  );
}
