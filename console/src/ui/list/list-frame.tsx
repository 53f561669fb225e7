import type { Sort } from '@gantry/contract/wire/query';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { MenuAt } from '../action/action-menu.tsx';
import type { Actions } from '../action/use-actions.tsx';
import { useUiText } from '../text.ts';
import type { Column } from './columns.ts';
import { HeaderCell } from './header-cell.tsx';
import { EDGES, fitting, neededRoom, useRoom, widthsOf } from './layout.ts';
import './list.css';
import { Row, SkeletonRows } from './row.tsx';
import { CHOOSE_ALL, type Selection } from './selection.ts';
import { showTruncatedTooltip } from './truncated-tooltip.ts';
import { useRowWords } from './use-row-words.ts';

/** What can be done to a row, for its menu. */
type RowActions<T> = Pick<Actions<T>, 'offers' | 'isBusy'>;

/** A part of the rows stands for all of them: px of those before and after, the number of the first in the whole list from 1, and how many there are, -1 where nobody knows. */
interface RowsPart {
  before: number;
  after: number;
  first: number;
  count: number;
}

export interface ListFrameProps<T> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  /** Undefined while they are read: bones stand in their place, so many as `bones` says. */
  rows: readonly T[] | undefined;
  bones?: number;
  idOf(item: T): string;
  nameOf(item: T): string;
  sort: Sort | undefined;
  onSort(next: Sort): void;
  loading?: boolean;
  selection?: Selection | undefined;
  /** What the box in the head chooses; the rows where absent. */
  choosable?: readonly string[];
  /** What that box says; all rows of the page where absent. */
  chooseLabel?: string;
  /** Absent: nothing can be done to a row. */
  actions?: RowActions<T> | undefined;
  /** Whether a row has a menu, where not all have. */
  hasMenu?: ((item: T) => boolean) | undefined;
  /** More about a row, unfolded below it. */
  expand?: ((item: T) => ReactNode) | undefined;
  /** Is told which columns show. */
  onColumns?: ((columns: readonly Column<T>[]) => void) | undefined;
  /** A click on a row shows it beside the list; `peeked` is the id of the one that is there. */
  onPeek?: ((id: string, row: HTMLElement) => void) | undefined;
  peeked?: string | undefined;
  /** Ids of the rows that were made a moment ago: they stand out, and are scrolled to. */
  marked?: readonly string[] | undefined;
  part?: RowsPart;
  /** Said below the head where no row is there. */
  children?: ReactNode;
}

/** Its rows are walked by keys. */
const GRID = { role: 'grid' } as const;

/**
 * The table of everything that is a list: head, rows of one line, menu and choice of a row, bones. Widths follow from the kinds of the columns
 * and the room alone, so that nothing moves when contents, page or order change.
 */
export function ListFrame<T>(props: ListFrameProps<T>) {
  const { idOf, nameOf, rows = [], sort, selection, actions, expand, onColumns, onPeek, peeked, part, loading = false } = props;
  const { t } = useUiText();
  const words = useRowWords();
  const { room, ref } = useRoom();
  const ids = rows.map(idOf);
  // The one row that Tab leads to.
  const currentId = peeked !== undefined && ids.includes(peeked) ? peeked : ids[0];
  const edges = (selection ? EDGES.choice : 0) + (actions ? EDGES.menu : 0);
  const inner = room === undefined ? undefined : room - edges;
  const { columns: all } = props;
  // The same array for the same room, so that only rows that have changed are painted again.
  const columns = useMemo(() => (inner === undefined ? all : fitting(all, inner, sort?.key)), [all, inner, sort?.key]);
  useEffect(() => onColumns?.(columns), [columns, onColumns]);
  // Wider than its place: only where somebody has asked for more columns than there is room for.
  const least = inner === undefined ? 0 : neededRoom(columns, inner);
  const isWide = inner !== undefined && least > inner;

  const [menuId, setMenuId] = useState<string>();
  const menuButton = useRef<HTMLButtonElement>(null);
  const onMenu = useCallback((id: string, button: HTMLButtonElement) => {
    menuButton.current = button;
    setMenuId((open) => (open === id ? undefined : id));
  }, []);
  const menuItem = menuId === undefined ? undefined : rows.find((item) => idOf(item) === menuId);
  const setChosen = selection?.set;
  const onChoose = useCallback((id: string, on: boolean) => setChosen?.([id], on), [setChosen]);
  const span = columns.length + (selection ? 1 : 0) + (actions ? 1 : 0);
  return (
    <>
      <div className={isWide ? 'gantry-list is-wide' : 'gantry-list'} ref={ref}>
        {loading && props.rows && <div className="gantry-list-progress" />}
        <table
          {...GRID}
          className="gantry-table"
          {...(isWide && { style: { inlineSize: `${least + edges}rem` } })}
          {...(part && { 'aria-rowcount': part.count < 0 ? -1 : part.count + 1 })}
          aria-label={props.label}
          aria-busy={loading}
          onPointerOver={showTruncatedTooltip}
        >
          <colgroup>
            {selection && <col style={{ inlineSize: `${EDGES.choice}rem` }} />}
            {widthsOf(columns, inner).map((inlineSize, index) => (
              <col key={columns[index]?.key} style={{ inlineSize }} />
            ))}
            {actions && <col style={{ inlineSize: `${EDGES.menu}rem` }} />}
          </colgroup>
          <thead>
            <tr {...(part && { 'aria-rowindex': 1 })}>
              {selection && (
                <th scope="col" aria-label={t('table.choice')} className="gantry-row-choice">
                  <ChooseAll ids={props.choosable ?? ids} label={props.chooseLabel ?? t('table.choose-all')} selection={selection} />
                </th>
              )}
              {columns.map((column) => (
                <HeaderCell key={column.key} column={column} sort={sort} onSort={props.onSort} />
              ))}
              {actions && (
                <th scope="col" className="gantry-row-menu">
                  <span className="pf-v6-screen-reader">{t('table.actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {!props.rows && <SkeletonRows columns={span} label={t('loading')} rows={props.bones} />}
            {part && <Gap px={part.before} />}
            {rows.map((item, index) => {
              const id = idOf(item);
              return (
                <Row
                  key={id}
                  id={id}
                  name={nameOf(item)}
                  item={item}
                  columns={columns}
                  words={words}
                  current={id === currentId}
                  peeked={id === peeked}
                  {...(props.marked?.includes(id) && { marked: true })}
                  {...(part && { position: part.first + index })}
                  {...(onPeek && { onPeek })}
                  {...(selection && { chosen: selection.ids.has(id), onChoose })}
                  {...(actions && {
                    menu: props.hasMenu?.(item) === false ? 'none' : menuId === id ? 'open' : actions.isBusy(item) ? 'busy' : 'closed',
                    onMenu,
                  })}
                  {...(expand && { expand })}
                />
              );
            })}
            {part && <Gap px={part.after} />}
          </tbody>
        </table>
        {props.children}
      </div>
      {actions && menuItem !== undefined && (
        <MenuAt
          key={menuId}
          at={menuButton}
          label={words.menu(nameOf(menuItem))}
          offers={actions.offers(menuItem)}
          onClose={() => setMenuId(undefined)}
        />
      )}
    </>
  );
}

/** Stands for rows that are not made. */
const Gap = ({ px }: { px: number }) => px > 0 && <tr aria-hidden style={{ blockSize: px }} />;

/** The box in the head: all rows of the page, some, or none. */
function ChooseAll({ ids, label, selection }: { ids: readonly string[]; label: string; selection: Selection }) {
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <input
      type="checkbox"
      id={CHOOSE_ALL}
      aria-label={label}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
      }}
      checked={chosen > 0 && chosen === ids.length}
      disabled={ids.length === 0}
      onChange={(event) => selection.set(ids, event.currentTarget.checked)}
    />
  );
}
