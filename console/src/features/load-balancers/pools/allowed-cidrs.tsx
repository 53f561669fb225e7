import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useTranslation } from 'react-i18next';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { useChangeButton } from './change-button.tsx';

/** Who may connect. */
export function AllowedCidrs({ pool }: { pool: Pool }) {
  const { t } = useTranslation('load-balancer-pools');
  return (
    <>
      <SubTable
        name="cidrs"
        tools={useChangeButton(pool, 'cidrs')}
        label={t('cidrs.label')}
        empty={t('cidrs.any')}
        items={pool.allowed_cidrs}
        idOf={(cidr) => cidr}
        nameOf={(cidr) => cidr}
        columns={[
          {
            key: 'cidr',
            kind: 'name',
            sort: 'cidr',
            label: t('cidrs.one'),
            value: (cidr) => cidr,
            render: (cidr) => <bdi dir="ltr">{cidr}</bdi>,
          },
        ]}
      />
    </>
  );
}
