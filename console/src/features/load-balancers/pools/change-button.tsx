import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { SubButton } from '../../../app/resource/sub-list.tsx';
import { useOpenOver } from '../../../app/resource/use-open-over.ts';
import { EDIT_POOL } from '../../../parts/load-balancing/paths.ts';
import { encodeReturnRoute } from '../../../app/router/return-route.ts';
import { POOL } from '../../../parts/load-balancing/paths.ts';

const TAB = { members: 'members', cidrs: 'allowed-cidrs' } as const;

/** The button that opens a window which changes a part of a pool, from the tab that shows it, to which it leads back. */
export function useChangeButton(pool: Pool, change: keyof typeof TAB): ReactNode {
  const { t } = useTranslation('load-balancer-pools');
  const may = useMay();
  const openOver = useOpenOver();
  if (!may(api.loadBalancerPools.update) || pool.read_only !== null) return null;
  const params = { loadBalancerId: pool.loadbalancer_id, loadBalancerPoolId: pool.id };
  const returnRoute = encodeReturnRoute({ name: `${POOL}/$detailsTab`, params: { ...params, detailsTab: TAB[change] }, query: {} });
  return (
    <SubButton label={t(`action.${change}`)} onClick={() => openOver(`${EDIT_POOL[change]}/$returnRoute`, { ...params, returnRoute })} />
  );
}
