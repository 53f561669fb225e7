import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { useTranslation } from 'react-i18next';
import { NamedList } from '../../../ui/dialog/named-list.tsx';

interface PiecesProps {
  items: readonly Pool[];
  /** All pools of a load balancer are deleted with it: what they share goes too. */
  together?: boolean;
}

/** All that the deletion of pools takes which were made elsewhere, piece by piece; nothing where it takes what is shown. */
export function Pieces({ items, together = false }: PiecesProps) {
  const { t } = useTranslation('load-balancer-pools');
  const taken = items.flatMap(({ pieces }) => pieces).filter(({ shared }) => together || !shared);
  const once = new Map(taken.map((piece) => [`${piece.sort} ${piece.id}`, piece]));
  return (
    <NamedList
      label={t('takes.label')}
      items={[...once].map(([key, { sort, id, name }]) => ({
        id: key,
        text: (
          <>
            {t(`takes.${sort}`)} <bdi>{name ?? id}</bdi>
          </>
        ),
      }))}
    />
  );
}
