import type { Task } from '@gantry/contract/nouns/tasks/entity';
import { useTranslation } from 'react-i18next';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { isGone } from './outcome.ts';

/** A thing that a task worked on: the way to its page, or that it is deleted. */
export function ItemName({ kind, item }: { kind: string; item: Task['items'][number] }) {
  const { t } = useTranslation('tasks');
  const gone = isGone(item);
  return (
    <>
      <ItemLink kind={kind} id={gone ? null : item.id}>
        {item.name || item.id}
      </ItemLink>
      {gone && <span className="gantry-subtle"> {t('items.gone')}</span>}
    </>
  );
}
