import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { isRecreatable } from '@gantry/contract/nouns/load-balancers/rules';
import { useTranslation } from 'react-i18next';
import { Banner } from '../../ui/show/banner.tsx';
import { NamedList } from '../../ui/dialog/named-list.tsx';
import { addressItems } from './taken.tsx';
import { useMemberHealth } from './use-pools.ts';

/** What about a load balancer wants somebody's decision. */
export function Banners({ balancer }: { balancer: LoadBalancer }) {
  const { t } = useTranslation('load-balancers');
  const health = useMemberHealth(balancer);
  const { status, read_only: readOnly, members_count: count } = balancer;
  return (
    <>
      {isRecreatable(balancer) === true && (
        <Banner tone="danger" title={t('banner.failed')}>
          {t('banner.failed-body')}
        </Banner>
      )}
      {readOnly !== null && (
        <Banner tone="info" title={t('banner.addresses')}>
          <p>{t('banner.addresses-body')}</p>
          <NamedList label={t('field.addresses')} items={addressItems(balancer)} />
        </Banner>
      )}
      {status === 'ACTIVE' && count > 0 && health && isNoneUsable(health) && (
        <Banner tone="danger" title={t('banner.no-member')}>
          {t('banner.no-member-body')}
        </Banner>
      )}
    </>
  );
}

/** Whether all that is known of members is bad: those of which nothing is known may work. */
const isNoneUsable = (health: Readonly<Record<string, number>>): boolean => !health['HEALTHY'] && !health['UNKNOWN'];
