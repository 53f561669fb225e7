import { Icon } from '@patternfly/react-core/dist/esm/components/Icon';
import LongArrowAltDownIcon from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-down-icon';
import LongArrowAltUpIcon from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-up-icon';
import { useState, type ReactNode } from 'react';
import { ExpandButton } from '../list/expand-button.tsx';
import '../list/list.css';
import { tellCut } from '../list/tell-cut.ts';
import { useUiText } from '../text.ts';
import { Dash } from './dash.tsx';

/** `menu`: it holds the menu of each row, which needs no heading to be seen. */
type Columns<T> = readonly { label: string; menu?: true; sort?: ColumnSort; render(item: T, index: number): ReactNode }[];

/** How the rows are ordered by a column, and what its heading does then: the order is its owner's. */
interface ColumnSort {
  order: 'ascending' | 'descending' | 'none';
  toggle(): void;
}

/** What a row unfolds, made when it is opened. */
interface Unfolding<T> {
  /** Of the row, for its button. */
  nameOf(item: T): string;
  /** Undefined: there is no more to say. */
  more(item: T): (() => ReactNode) | undefined;
}

interface DataTableProps<T> {
  label: string;
  items: readonly T[];
  keyOf(item: T, index: number): string;
  columns: Columns<T>;
  unfolding?: Unfolding<T>;
}

/** A short table that is there as a whole: parts of one thing, without paging; whoever has the rows may sort them. */
export function DataTable<T>({ label, items, keyOf, columns, unfolding }: DataTableProps<T>) {
  return (
    <div className="gantry-data">
      <table className="gantry-data-table" aria-label={label} onPointerOver={tellCut}>
        <thead>
          <tr>
            {columns.map(({ label: heading, menu, sort }) => (
              <th key={heading} scope="col" {...(menu && { className: 'gantry-row-menu' })} {...(sort && { 'aria-sort': sort.order })}>
                {menu && <span className="pf-v6-screen-reader">{heading}</span>}
                {sort && <SortButton label={heading} sort={sort} />}
                {!menu && !sort && heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item, index) => (
            <DataRow key={keyOf(item, index)} item={item} index={index} columns={columns} {...(unfolding && { unfolding })} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SortButton = ({ label, sort: { order, toggle } }: { label: string; sort: ColumnSort }) => (
  <button type="button" className="gantry-sort" onClick={toggle}>
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
