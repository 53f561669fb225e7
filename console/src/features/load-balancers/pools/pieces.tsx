import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useTranslation } from 'react-i18next';
import { NamedList } from '../../../ui/dialog/named-list.tsx';

/** All that the deletion of pools takes which were made elsewhere, piece by piece; nothing where it takes what is shown. */
export function Pieces({ items }: { items: readonly Pool[] }) {
  const { t } = useTranslation('load-balancer-pools');
  return (
    <NamedList
      label={t('takes.label')}
      items={items
        .flatMap(({ pieces }) => pieces)
        .map(({ sort, id, name }) => ({
          id: `${sort} ${id}`,
          text: (
            <>
              {t(`takes.${sort}`)} <bdi>{name ?? id}</bdi>
            </>
          ),
        }))}
    />
  );
}
