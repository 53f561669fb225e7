import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PathTabs } from '../../../app/resource/path-tabs.tsx';
import { useNameAbove } from '../../../app/router/page-name.ts';
import { POOL, POOL_TABS, POOLS, type PoolTab } from '../../../parts/load-balancing/paths.ts';
import { AllowedCidrs } from './allowed-cidrs.tsx';
import { Members } from './members.tsx';
import { Overview } from './overview.tsx';
import { PoolBanners } from './banners.tsx';

/** The tabs of the page of a pool, each at an address of its own (S2 §2). */
export function PoolTabs({ pool, properties }: { pool: Pool; properties: ReactNode }) {
  const { t } = useTranslation('load-balancer-pools');
  const { detailsTab } = useParams({ strict: false }) as { detailsTab?: PoolTab };
  useNameAbove(POOLS, pool.loadbalancer_name ?? pool.loadbalancer_id);
  const address = POOL.replace('$loadBalancerPoolId', encodeURIComponent(pool.id)).replace(
    '$loadBalancerId',
    encodeURIComponent(pool.loadbalancer_id),
  );
  const contents: Readonly<Record<PoolTab, () => ReactNode>> = {
    overview: () => <Overview pool={pool} />,
    properties: () => properties,
    members: () => <Members pool={pool} />,
    'allowed-cidrs': () => <AllowedCidrs pool={pool} />,
  };
  return (
    <>
      <PoolBanners pool={pool} />
      <PathTabs
        label={t('tab.label')}
        active={detailsTab ?? 'overview'}
        tabs={POOL_TABS.map((key) => ({ key, title: t(`tab.${key}`), address: `${address}/${key}`, content: contents[key] }))}
      />
    </>
  );
}
