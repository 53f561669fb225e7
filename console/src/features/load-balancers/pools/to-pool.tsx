import { Navigate } from '@tanstack/react-router';
import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { ResourceDetailsPage } from '../../../app/resource/details-page.tsx';
import { POOL } from '../../../parts/load-balancing/paths.ts';
import { poolSection } from '../../../parts/load-balancing/pool-section.ts';
import { poolView } from './view.tsx';

/** Who knows a pool by its id alone is led to its page below its balancer. */
export const Page = () => (
  <ResourceDetailsPage<Pool> noun={poolSection.noun} icon={poolView.icon} call={poolSection.calls.read} list={poolSection.path}>
    {({ id, loadbalancer_id: loadBalancerId }) => (
      <Navigate to={POOL as string} params={{ loadBalancerId, loadBalancerPoolId: id } as never} replace />
    )}
  </ResourceDetailsPage>
);
