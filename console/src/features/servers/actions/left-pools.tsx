import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { NamedList } from '../../../ui/dialog/named-list.tsx';
import { usePoolsOf } from '../../../parts/load-balancing/use-pools-of.ts';

/** The pools of load balancers that lose members when servers are deleted; nothing where there are none. */
export function LeftPools({ items }: { items: readonly Server[] }) {
  const { t } = useTranslation('servers');
  const pools = usePoolsOf('server', items);
  return (
    <NamedList
      label={t('confirm.delete-pools')}
      items={pools.map(({ id, name, loadbalancer_name: balancer, loadbalancer_id: balancerId }) => ({
        id,
        text: (
          <>
            <bdi>{name}</bdi> (<bdi>{balancer ?? balancerId}</bdi>)
          </>
        ),
      }))}
    />
  );
}
