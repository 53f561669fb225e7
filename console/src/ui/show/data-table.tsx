import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import LongArrowAltDownIcon from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-down-icon';
import LongArrowAltUpIcon from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-up-icon';
import { useState, type ReactNode } from 'react';
import { ExpandButton } from '../list/expand-button.tsx';
import '../list/list.css';
import { SearchBox } from '../list/search-box.tsx';
import { tellCut } from '../list/tell-cut.ts';
import { useUiText } from '../text.ts';
import { Dash } from './dash.tsx';
import './data-table.css';
import { useOwnOrder, useRowOrder, type TableOrder } from './row-order.ts';

interface Shown<T> {
  label: string;
  render(item: T, index: number): ReactNode;
}
/** What its cells stand for, by which the rows are ordered and found; the key, of letters and `_`, names it where that is kept. */
interface Ordering<T> extends Shown<T> {
  key: string;
  value(item: T): string | number | null;
  menu?: undefined;
}
/** A column that is only looked at. `menu`: it holds the menu of each row, which needs no heading to be seen. */
interface Plain<T> extends Shown<T> {
  menu?: true;
  key?: undefined;
  value?: undefined;
}
export type DataColumn<T> = Ordering<T> | Plain<T>;
type Columns<T> = readonly DataColumn<T>[];

/** So many rows are seen at a glance: with more, there is a search. */
const AT_A_GLANCE = 10;

/** So many columns fit beside each other on a phone: with more, a row stands as a block there. */
const FEW = 3;

/** What a row unfolds, made when it is opened. */
interface Unfolding<T> {
  /** Of the row, for its button. */
  nameOf(item: T): string;
  /** Undefined: there is no more to say. */
  more(item: T): (() => ReactNode) | undefined;
}

export interface DataTableProps<T> {
  label: string;
  items: readonly T[];
  keyOf(item: T, index: number): string;
  columns: Columns<T>;
  unfolding?: Unfolding<T>;
  /** Whoever has the rows lets people search them. */
  searched?: true;
  /** Where its order and search are kept; absent: as long as it is there. */
  order?: TableOrder;
}

/** A short table that is there as a whole: parts of one thing, without paging, in an order of its own. */
export function DataTable<T>({ label, items, keyOf, columns, unfolding, searched, order }: DataTableProps<T>) {
  const { t } = useUiText();
  const own = useOwnOrder();
  const { search, onSearch } = order ?? own;
  const { rows, orderOf, toggle } = useRowOrder(items, columns, order ?? own);
  const isSearched = !searched && items.length > AT_A_GLANCE && columns.some(({ value }) => value);
  return (
    <div className="gantry-data">
      {isSearched && (
        <div className="gantry-data-search">
          <SearchBox label={t('table.search', { label })} value={search} onSearch={onSearch} />
        </div>
      )}
      <table
        className={columns.length > FEW ? 'gantry-data-table gantry-data-many' : 'gantry-data-table'}
        aria-label={label}
        onPointerOver={tellCut}
      >
        <thead>
          <tr>
            {columns.map(({ label: heading, menu, key }) => (
              <th
                key={heading}
                scope="col"
                {...(menu && { className: 'gantry-row-menu' })}
                {...(key !== undefined && { 'aria-sort': orderOf(key) })}
              >
                {menu && <span className="pf-v6-screen-reader">{heading}</span>}
                {key !== undefined && <SortButton label={heading} order={orderOf(key)} onClick={() => toggle(key)} />}
                {!menu && key === undefined && heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((item, index) => (
            <DataRow key={keyOf(item, index)} item={item} index={index} columns={columns} {...(unfolding && { unfolding })} />
          ))}
        </tbody>
      </table>
      {rows.length === 0 && items.length > 0 && <output>{t('table.none-found')}</output>}
    </div>
  );
}

const SortButton = ({ label, order, onClick }: { label: string; order: 'ascending' | 'descending' | 'none'; onClick(): void }) => (
  <button type="button" className="gantry-sort" onClick={onClick}>
    <span className="gantry-cut">{label}</span>
    <Icon isInline className="gantry-sort-mark" {...(order !== 'none' && { style: { opacity: 1 } })}>
      {order === 'descending' ? <LongArrowAltDownIcon /> : <LongArrowAltUpIcon />}
    </Icon>
  </button>
);

interface DataRowProps<T> {
  item: T;
  index: number;
  columns: Columns<T>;
  unfolding?: Unfolding<T>;
}

/** One row; the button that unfolds it stands behind what it says first. */
function DataRow<T>({ item, index, columns, unfolding }: DataRowProps<T>) {
  const { t } = useUiText();
  const [open, setOpen] = useState(false);
  const more = unfolding?.more(item);
  const isOpen = open && more !== undefined;
  return (
    <>
      <tr>
        {columns.map((column, place) => {
          const cell = column.render(item, index) || <Dash />;
          return (
            <td key={column.label} {...(column.menu ? { className: 'gantry-row-menu' } : { 'data-label': column.label })}>
              {place === 0 && unfolding && more ? (
                <span className="gantry-row-name">
                  <span>{cell}</span>
                  <ExpandButton
                    label={t('table.expand-row', { name: unfolding.nameOf(item) })}
                    open={isOpen}
                    onToggle={() => setOpen(!open)}
                  />
                </span>
              ) : (
                cell
              )}
            </td>
          );
        })}
      </tr>
      {isOpen && (
        <tr className="gantry-unfolded">
          <td colSpan={columns.length}>{more()}</td>
        </tr>
      )}
    </>
  );
}
