import { useState, type ReactNode } from 'react';
import { ExpandButton } from '../list/expand-button.tsx';
import '../list/list.css';
import { tellCut } from '../list/tell-cut.ts';
import { useUiText } from '../text.ts';
import { Dash } from './dash.tsx';

/** `menu`: it holds the menu of each row, which needs no heading to be seen. */
type Columns<T> = readonly { label: string; menu?: true; render(item: T, index: number): ReactNode }[];

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

/** A short table that is there as a whole: parts of one thing, without paging or sorting. */
export function DataTable<T>({ label, items, keyOf, columns, unfolding }: DataTableProps<T>) {
  return (
    <div className="gantry-data">
      <table className="gantry-data-table" aria-label={label} onPointerOver={tellCut}>
        <thead>
          <tr>
            {columns.map(({ label: heading, menu }) => (
              <th key={heading} scope="col" {...(menu && { className: 'gantry-row-menu' })}>
                {menu ? <span className="pf-v6-screen-reader">{heading}</span> : heading}
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
