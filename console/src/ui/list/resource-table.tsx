import type { Page } from '@gantry/contract/wire/page';
import { parseSort } from '@gantry/contract/wire/query';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { MenuAt } from '../action/action-menu.tsx';
import type { Actions } from '../action/use-actions.tsx';
import type { Failure } from '../failure.ts';
import { EmptyState, type EmptyStateProps } from '../show/empty-state.tsx';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import type { Column } from './columns.ts';
import { FreshnessNote } from './freshness-note.tsx';
import { HeaderCell } from './header-cell.tsx';
import { EDGES, fitting, neededRoom, useRoom, widthsOf } from './layout.ts';
import { isFiltered, withoutFilters, withSort, type ListChange, type ListState } from './list-state.ts';
import './list.css';
import { Pager } from './pager.tsx';
import { Row, SkeletonRows } from './row.tsx';
import { CHOOSE_ALL, type Selection } from './selection.ts';
import { tellCut } from './tell-cut.ts';
import { useRowWords } from './use-row-words.ts';

export interface ResourceTableProps<T> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  idOf(item: T): string;
  nameOf(item: T): string;
  /** Order the server uses when the URL says none: `created_at:desc`. */
  defaultSort: string;
  /** Rows of a page where nobody has chosen, if that is none of the usual numbers. */
  pageSize?: number | undefined;
  state: ListState;
  onState(change: ListChange): void;
  /** The last good answer; stays while another one is on its way or has failed. */
  page: Page<T> | undefined;
  /** Number of its first row in the whole list, from 1. */
  first: number;
  loading: boolean;
  failure?: Failure | undefined;
  onRetry(): void;
  /** Shown where the list has no row and no filter. */
  empty: EmptyStateProps;
  selection?: Selection;
  /** What can be done to a row; absent: nothing. */
  actions?: Pick<Actions<T>, 'offers' | 'isBusy'>;
  /** More about a row, unfolded below it. */
  expand?(item: T): ReactNode;
  /** Is told which columns show. */
  onColumns?(columns: readonly Column<T>[]): void;
  /** A click on a row shows it beside the list; which one is there, `state` says. */
  onPeek?(id: string, row: HTMLElement): void;
}

/** Its rows are walked by keys. */
const GRID = { role: 'grid' } as const;

/**
 * A list of the server: sorted, filtered and paged there. Everything a user sets is in `state`; updates never undo it. Widths follow from the
 * kinds of the columns alone and rows have one line each, so that nothing moves when their contents change.
 */
export function ResourceTable<T>(props: ResourceTableProps<T>) {
  const { idOf, nameOf, state, onState, page, loading, failure, onRetry, empty, selection, actions, expand, onColumns, onPeek } = props;
  const { t } = useUiText();
  const words = useRowWords();
  const { room, ref } = useRoom();
  const rows = page?.data ?? [];
  const ids = rows.map(idOf);
  // The one row that Tab leads to.
  const currentId = state.peek !== undefined && ids.includes(state.peek) ? state.peek : ids[0];
  const sort = state.sort ?? parseSort(props.defaultSort);
  const edges = (selection ? EDGES.choice : 0) + (actions ? EDGES.menu : 0);
  const inner = room === undefined ? undefined : room - edges;
  const { columns: all } = props;
  // The same array for the same room, so that only rows that have changed are painted again.
  const columns = useMemo(() => (inner === undefined ? all : fitting(all, inner, sort?.key)), [all, inner, sort?.key]);
  useEffect(() => onColumns?.(columns), [columns, onColumns]);
  // Wider than its place: only where somebody has asked for more columns than there is room for.
  const least = inner === undefined ? 0 : neededRoom(columns, inner);
  const isWide = inner !== undefined && least > inner;
  const span = columns.length + (selection ? 1 : 0) + (actions ? 1 : 0);

  const [menuId, setMenuId] = useState<string>();
  const menuButton = useRef<HTMLButtonElement>(null);
  const onMenu = useCallback((id: string, button: HTMLButtonElement) => {
    menuButton.current = button;
    setMenuId((open) => (open === id ? undefined : id));
  }, []);
  const menuItem = menuId === undefined ? undefined : rows.find((item) => idOf(item) === menuId);
  const setChosen = selection?.set;
  const onChoose = useCallback((id: string, on: boolean) => setChosen?.([id], on), [setChosen]);

  if (page && rows.length === 0 && state.page === 1 && !failure && !isFiltered(state))
    return (
      <>
        <FreshnessNote freshness={page.freshness} />
        <EmptyState {...empty} />
      </>
    );
  return (
    <>
      <FreshnessNote freshness={page?.freshness} />
      {failure && (
        <div className="gantry-list-note">
          <ErrorState failure={failure} retry={onRetry} />
        </div>
      )}
      {(page || !failure) && (
        <>
          <div className={isWide ? 'gantry-list is-wide' : 'gantry-list'} ref={ref}>
            {loading && page && <div className="gantry-list-progress" />}
            <table
              {...GRID}
              className="gantry-table"
              {...(isWide && { style: { inlineSize: `${least + edges}rem` } })}
              aria-label={props.label}
              aria-busy={loading}
              onPointerOver={tellCut}
            >
              <colgroup>
                {selection && <col style={{ inlineSize: `${EDGES.choice}rem` }} />}
                {widthsOf(columns, inner).map((inlineSize, index) => (
                  <col key={columns[index]?.key} style={{ inlineSize }} />
                ))}
                {actions && <col style={{ inlineSize: `${EDGES.menu}rem` }} />}
              </colgroup>
              <thead>
                <tr>
                  {selection && (
                    <th scope="col" aria-label={t('table.choice')} className="gantry-row-choice">
                      <ChooseAll ids={ids} selection={selection} />
                    </th>
                  )}
                  {columns.map((column) => (
                    <HeaderCell key={column.key} column={column} sort={sort} onSort={(next) => onState((now) => withSort(now, next))} />
                  ))}
                  {actions && (
                    <th scope="col" className="gantry-row-menu">
                      <span className="pf-v6-screen-reader">{t('table.actions')}</span>
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {!page && <SkeletonRows columns={span} label={t('loading')} />}
                {rows.map((item) => {
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
                      peeked={id === state.peek}
                      {...(onPeek && { onPeek })}
                      {...(selection && { chosen: selection.ids.has(id), onChoose })}
                      {...(actions && { menu: menuId === id ? 'open' : actions.isBusy(item) ? 'busy' : 'closed', onMenu })}
                      {...(expand && { expand })}
                    />
                  );
                })}
              </tbody>
            </table>
            {page && rows.length === 0 && !failure && <NoMatch onClear={() => onState(withoutFilters)} />}
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
          {page && (
            <Pager
              state={state}
              first={props.first}
              shown={rows.length}
              count={page.count}
              marker={page.marker}
              usual={props.pageSize}
              onState={onState}
            />
          )}
        </>
      )}
    </>
  );
}

/** The box in the head: all rows of the page, some, or none. */
function ChooseAll({ ids, selection }: { ids: readonly string[]; selection: Selection }) {
  const { t } = useUiText();
  const chosen = ids.filter((id) => selection.ids.has(id)).length;
  return (
    <input
      type="checkbox"
      id={CHOOSE_ALL}
      aria-label={t('table.choose-all')}
      ref={(box) => {
        if (box) box.indeterminate = chosen > 0 && chosen < ids.length;
      }}
      checked={chosen > 0 && chosen === ids.length}
      disabled={ids.length === 0}
      onChange={(event) => selection.set(ids, event.currentTarget.checked)}
    />
  );
}

/** Below the head of a list whose filters nothing fits. */
function NoMatch({ onClear }: { onClear(): void }) {
  const { t } = useUiText();
  return (
    <EmptyState
      icon={SearchIcon}
      title={t('filtered-empty.title')}
      body={t('filtered-empty.body')}
      action={
        <Button variant="link" onClick={onClear}>
          {t('filter.clear-all')}
        </Button>
      }
    />
  );
}
