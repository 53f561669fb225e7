import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { useTranslation } from 'react-i18next';
import { usePoolsOf } from '../../parts/load-balancing/use-pools-of.ts';
import { NamedList } from '../../ui/dialog/named-list.tsx';
import { Pieces } from './pools/pieces.tsx';

/** What the deletion of load balancers takes beside them: their pools, with all pieces of those that were made elsewhere, and further addresses. */
export function Taken({ items }: { items: readonly LoadBalancer[] }) {
  const { t } = useTranslation('load-balancers');
  const pools = usePoolsOf(
    'load_balancer',
    items.filter((one) => one.pools.length > 0),
  );
  return (
    <>
      <NamedList
        label={t('confirm.takes-pools')}
        items={items.flatMap(({ id, pools: own }) =>
          own.map((pool) => ({ id: `${id} ${pool.id}`, text: <bdi>{pool.name ?? pool.id}</bdi> })),
        )}
      />
      <Pieces items={pools} together />
      <NamedList label={t('confirm.takes-addresses')} items={items.flatMap(addressItems)} />
    </>
  );
}

/** The further addresses of a load balancer, for a list. */
export const addressItems = ({ id, additional_addresses: all }: LoadBalancer) =>
  all.map((address) => ({ id: `${id} ${address}`, text: <bdi dir="ltr">{address}</bdi> }));
