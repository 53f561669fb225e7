import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { useTranslation } from 'react-i18next';
import { NamedList } from '../../ui/dialog/named-list.tsx';

/** What the deletion of load balancers takes beside them: their pools, and the further addresses of those that were made elsewhere. */
export function Taken({ items }: { items: readonly LoadBalancer[] }) {
  const { t } = useTranslation('load-balancers');
  return (
    <>
      <NamedList
        label={t('confirm.takes-pools')}
        items={items.flatMap(({ id, pools }) => pools.map((pool) => ({ id: `${id} ${pool.id}`, text: <bdi>{pool.name ?? pool.id}</bdi> })))}
      />
      <NamedList label={t('confirm.takes-addresses')} items={items.flatMap(addressItems)} />
    </>
  );
}

/** The further addresses of a load balancer, for a list. */
export const addressItems = ({ id, additional_addresses: all }: LoadBalancer) =>
  all.map((address) => ({ id: `${id} ${address}`, text: <bdi dir="ltr">{address}</bdi> }));
