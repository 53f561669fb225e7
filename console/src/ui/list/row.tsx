import { Spinner } from '@patternfly/react-core/dist/esm/components/Spinner';
import { EllipsisVIconConfig } from '@patternfly/react-icons/dist/esm/icons/ellipsis-v-icon';
import { memo, useEffect, useRef, useState, type MouseEvent, type ReactNode } from 'react';
import { NoValue } from '../show/dash.tsx';
import { glyphOf } from '../show/glyph.tsx';
import { isUnreadable, UnreadableMark } from '../show/unreadable.tsx';
import type { Column } from './columns.ts';
import { ExpandButton } from './expand-button.tsx';

const MENU = glyphOf(EllipsisVIconConfig);

/** The words that every row of a table says, looked up once. */
export interface RowWords {
  none: string;
  /** 2,000 */
  number(value: number): string;
  choice: string;
  choose(name: string): string;
  menu(name: string): string;
  busy(label: string): string;
  expand(name: string): string;
  unreadable: string;
}

interface RowProps<T> {
  id: string;
  name: string;
  item: T;
  columns: readonly Column<T>[];
  words: RowWords;
  /** Absent: rows cannot be chosen. */
  chosen?: boolean;
  onChoose?(id: string, on: boolean): void;
  /** Absent: it has no menu. */
  menu?: 'none' | 'closed' | 'open' | 'busy';
  onMenu?(id: string, button: HTMLButtonElement): void;
  /** The one row that Tab leads to. */
  current: boolean;
  /** It is shown beside the list. */
  peeked?: boolean;
  /** Absent: it is shown nowhere but here. */
  onPeek?(id: string, row: HTMLElement): void;
  expand?(item: T): ReactNode;
  /** It was made a moment ago. */
  marked?: true;
  /** Number in the whole list, from 1, where not all rows are made. */
  position?: number;
}

const revisionOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && 'revision' in item ? item.revision : undefined;

/** How often a row has changed since it came. */
function useChanges(item: unknown): number {
  const revision = revisionOf(item);
  const [seen, setSeen] = useState({ revision, changes: 0 });
  if (seen.revision !== revision) {
    const next = { revision, changes: seen.changes + 1 };
    setSeen(next);
    return next.changes;
  }
  return seen.changes;
}

/** What does something of its own when it is clicked, or is too near to that. */
const OWN_CLICKS = 'a, button, input, label, select, textarea, .gantry-row-choice, .gantry-row-menu';

/** Whether a click is meant for the row: neither for what stands in it, nor the end of marking a text. */
const isRowsOwn = ({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  target instanceof Element &&
  currentTarget.contains(target) &&
  target.closest(OWN_CLICKS) === null &&
  !ctrlKey &&
  !metaKey &&
  !shiftKey &&
  getSelection()?.type !== 'Range';

/** One row, of one line. It is the same row as long as its id is, so that what is open in it survives every update; a change lights it up once. */
function PlainRow<T>(props: RowProps<T>) {
  const {
    id,
    name,
    item,
    columns,
    words,
    chosen,
    onChoose,
    menu,
    onMenu,
    current,
    peeked = false,
    onPeek,
    expand,
    position,
    marked,
  } = props;
  const row = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    const element = row.current;
    // Of several the first.
    if (marked && element?.parentElement?.querySelector('[data-marked]') === element) element?.scrollIntoView({ block: 'nearest' });
  }, [marked]);
  const [open, setOpen] = useState(false);
  const changes = useChanges(item);
  const more = expand?.(item);
  const unreadable = isUnreadable(item);
  const isOpen = open && more !== undefined;
  const span = columns.length + (chosen === undefined ? 0 : 1) + (menu === undefined ? 0 : 1);
  return (
    <>
      <tr
        ref={row}
        data-id={id}
        {...(marked && { 'data-marked': true })}
        tabIndex={current ? 0 : -1}
        {...(position !== undefined && { 'aria-rowindex': position + 1 })}
        {...(onPeek && { onClick: (event) => isRowsOwn(event) && onPeek(id, event.currentTarget) })}
        {...(chosen !== undefined && { 'aria-selected': chosen })}
        {...(peeked && { 'data-peeked': true })}
        {...(changes > 0 && { 'data-changed': changes % 2 === 0 ? 'even' : 'odd' })}
      >
        {chosen !== undefined && (
          <td data-label={words.choice} className="gantry-row-choice">
            <input
              type="checkbox"
              aria-label={words.choose(name)}
              checked={chosen}
              onChange={(event) => onChoose?.(id, event.currentTarget.checked)}
            />
          </td>
        )}
        {columns.map((column, index) => (
          <td key={column.key} data-label={column.label} data-kind={column.kind ?? 'text'}>
            {index === 0 && (more !== undefined || unreadable) ? (
              <span className="gantry-row-name">
                <span className="gantry-cut">{cellOf(column, item, words)}</span>
                {unreadable && <UnreadableMark label={words.unreadable} />}
                {more !== undefined && <ExpandButton label={words.expand(name)} open={isOpen} onToggle={() => setOpen(!open)} />}
              </span>
            ) : (
              cellOf(column, item, words)
            )}
          </td>
        ))}
        {menu !== undefined && (
          <td className="gantry-row-menu">
            {menu !== 'none' && (
              <button
                type="button"
                className="gantry-row-button"
                aria-haspopup="menu"
                aria-expanded={menu === 'open'}
                aria-label={menu === 'busy' ? words.busy(words.menu(name)) : words.menu(name)}
                onClick={(event) => onMenu?.(id, event.currentTarget)}
              >
                {menu === 'busy' ? <Spinner isInline aria-hidden role="presentation" /> : MENU}
              </button>
            )}
          </td>
        )}
      </tr>
      {isOpen && (
        <tr className="gantry-unfolded">
          <td colSpan={span}>{more}</td>
        </tr>
      )}
    </>
  );
}

/** Painted anew only where something of it is new. */
export const Row = memo(PlainRow) as typeof PlainRow;

/** What a cell shows. No component: there are ten in each row. */
function cellOf<T>(column: Column<T>, item: T, { none, number }: RowWords): ReactNode {
  const value = column.value(item);
  if (value === null || value === '') return <NoValue label={none} />;
  if (column.render) return column.render(item);
  return <bdi>{typeof value === 'number' ? number(value) : value}</bdi>;
}

/** Rows that are taken to come where nobody knows. */
const BONES = 8;

/** Where rows will be. */
export function SkeletonRows({ columns, label, rows = BONES }: { columns: number; label: string; rows?: number | undefined }) {
  return Array.from({ length: rows }, (_, row) => (
    <tr key={row}>
      {Array.from({ length: columns }, (__, cell) => (
        <td key={cell}>
          <span className="gantry-bone">{row === 0 && cell === 0 && <span className="pf-v6-screen-reader">{label}</span>}</span>
        </td>
      ))}
    </tr>
  ));
}
