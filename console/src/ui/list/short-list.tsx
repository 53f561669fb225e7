import { useCallback, useMemo, useState, type ReactNode } from 'react';
import type { Actions } from '../action/use-actions.tsx';
import { Details } from '../show/details.tsx';
import { useUiText } from '../text.ts';
import type { Column } from './columns.ts';
import { propertiesOf } from './properties.tsx';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';
import { useOwnOrder, useRowOrder, type TableOrder } from './row-order.ts';
import { SearchBox } from './search-box.tsx';
import './short-list.css';

/** So many rows are seen at a glance: with more, there is a search. */
const AT_A_GLANCE = 10;
/** Rows that are taken to come. */
const BONES = 3;

export interface ShortListProps<T> extends Pick<
  ListFrameProps<T>,
  'label' | 'columns' | 'idOf' | 'nameOf' | 'expand' | 'loading' | 'marked'
> {
  /** Undefined while they are read. */
  items: readonly T[] | undefined;
  /** What is said where there are none; absent: the head alone shows. */
  empty?: string | undefined;
  /** What can be done to a row; nothing where that is nothing for anybody. */
  actions?: Pick<Actions<T>, 'any' | 'offers' | 'isBusy'> | undefined;
  /** What can be done with the list as a whole: above it at the end, beside its search. */
  tools?: ReactNode;
  /** Whoever has the rows lets people search them. */
  searched?: true;
  /** Where its order and search are kept; absent: as long as it is there. */
  order?: TableOrder | undefined;
}

/**
 * A list that is there as a whole, such as the parts of one thing: without paging, ordered and searched here, by the columns that have a `sort`.
 * What has no room unfolds below its row.
 */
export function ShortList<T>({ items, columns, empty, actions, tools, searched, order, expand, ...frame }: ShortListProps<T>) {
  const { t } = useUiText();
  const own = useOwnOrder();
  const { sort, search, onSort, onSearch } = order ?? own;
  const rows = useRowOrder(items, columns, sort, search);
  const [hiddenKeys, setHiddenKeys] = useState('');
  const onColumns = useCallback(
    (shown: readonly Column<T>[]) =>
      setHiddenKeys(
        columns
          .filter(({ key }) => !shown.some((one) => one.key === key))
          .map(({ key }) => key)
          .join(' '),
      ),
    [columns],
  );
  const unfolded = useMemo(() => {
    const hidden = columns.filter(({ key }) => hiddenKeys.split(' ').includes(key));
    if (hidden.length === 0) return expand;
    return (item: T): ReactNode => (
      <>
        <Details narrow properties={propertiesOf(hidden, item)} />
        {expand?.(item)}
      </>
    );
  }, [columns, hiddenKeys, expand]);
  const hasMenu = actions && ((item: T) => actions.offers(item).length > 0);
  const isSearched = !searched && items && items.length > AT_A_GLANCE && columns.some((column) => column.sort !== undefined);
  const bar = (isSearched || tools) && (
    <div className="gantry-short-bar">
      {isSearched && (
        <div className="gantry-short-search">
          <SearchBox label={t('table.search', { label: frame.label })} value={search} onSearch={onSearch} />
        </div>
      )}
      {tools && <div className="gantry-short-tools">{tools}</div>}
    </div>
  );
  if (items?.length === 0 && empty !== undefined)
    return (
      <>
        {bar}
        <p className="gantry-list gantry-list-none">{empty}</p>
      </>
    );
  return (
    <div className="gantry-short-list">
      {bar}
      <ListFrame
        {...frame}
        columns={columns}
        rows={rows}
        bones={BONES}
        sort={sort}
        onSort={onSort}
        onColumns={onColumns}
        expand={unfolded}
        {...(actions?.any && { actions, hasMenu })}
      >
        {rows?.length === 0 && items && items.length > 0 && <output className="gantry-list-none">{t('table.none-found')}</output>}
      </ListFrame>
    </div>
  );
}
