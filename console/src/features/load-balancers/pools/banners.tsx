import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useTranslation } from 'react-i18next';
import { dateFormat } from '../../../ui/format.ts';
import { Banner } from '../../../ui/show/banner.tsx';
import { useNow } from '../../../ui/use-now.ts';
import { Pieces } from './pieces.tsx';
import { daysLeft, isAllDown, isEndingSoon } from './health.ts';

/** What about a pool wants somebody's decision. */
export function PoolBanners({ pool }: { pool: Pool }) {
  const { t, i18n } = useTranslation('load-balancer-pools');
  const { t: balancers } = useTranslation('load-balancers');
  const now = useNow().getTime();
  const { certificate, client_ca: authority, read_only: why } = pool;
  const ending = [certificate, authority].flatMap((one) => (one && isEndingSoon(one.not_after, now) ? one : []));
  return (
    <>
      {isAllDown(pool) && (
        <Banner tone="danger" title={balancers('banner.no-member')}>
          {balancers('banner.no-member-body')}
        </Banner>
      )}
      {ending.map(({ fingerprint, not_after: end, subject }) => {
        const days = daysLeft(end, now);
        return (
          <Banner
            key={fingerprint}
            tone={days < 0 ? 'danger' : 'warning'}
            title={
              days < 0
                ? t('banner.expired')
                : t('banner.expires', { date: dateFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(end)) })
            }
          >
            <bdi dir="ltr">{subject}</bdi>
          </Banner>
        );
      })}
      {why !== null && (
        <Banner tone="info" title={t('banner.foreign')}>
          <p>{t(`foreign.${why}` as 'foreign.pool_shared', { defaultValue: '' })}</p>
          <p>{t('banner.foreign-body')}</p>
          <Pieces items={[pool]} />
        </Banner>
      )}
    </>
  );
}
