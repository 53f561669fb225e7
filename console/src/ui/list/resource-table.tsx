import { Table, Tbody, Th, Thead, Tr } from '@patternfly/react-table/dist/esm/components/Table';
import type { Page } from '@gantry/contract/wire/page';
import { parseSort, type Sort } from '@gantry/contract/wire/query';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import { Checkbox } from '@patternfly/react-core/dist/esm/components/Checkbox';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import type { ReactNode } from 'react';
import type { Offer } from '../action/action.ts';
import type { Failure } from '../failure.ts';
import { EmptyState, type EmptyStateProps } from '../show/empty-state.tsx';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import type { Column } from './columns.ts';
import { FreshnessNote } from './freshness-note.tsx';
import { isFiltered, withoutFilters, withSort, type ListState } from './list-state.ts';
import './list.css';
import { Pager } from './pager.tsx';
import { Row, SkeletonRows } from './row.tsx';
import { CHOOSE_ALL, type Selection } from './selection.ts';

export interface ResourceTableProps<T> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  idOf(item: T): string;
  nameOf(item: T): string;
  /** Order the server uses when the URL says none: `created_at:desc`. */
  defaultSort: string;
  state: ListState;
  onState(state: ListState): void;
  /** The last good answer; stays while another one is on its way or has failed. */
  page: Page<T> | undefined;
  loading: boolean;
  failure?: Failure | undefined;
  onRetry(): void;
  /** Shown where the list has no row and no filter. */
  empty: EmptyStateProps;
  selection?: Selection;
  offers?(item: T): readonly Offer[];
  /** More about a row, unfolded below it. */
  expand?(item: T): ReactNode;
}

/** A list of the server: sorted, filtered and paged there. Everything a user sets is in `state`; updates never undo it. */
export function ResourceTable<T>(props: ResourceTableProps<T>) {
  const { label, columns, idOf, nameOf, state, onState, page, loading, failure, onRetry, empty, selection, offers, expand } = props;
  const { t } = useUiText();
  const rows = page?.data ?? [];
  const sort = state.sort ?? parseSort(props.defaultSort);
  const ids = rows.map(idOf);
  const chosen = ids.filter((id) => selection?.ids.has(id));

  if (page && rows.length === 0 && state.page === 1 && !failure) {
    return (
      <>
        <FreshnessNote freshness={page.freshness} />
        {isFiltered(state) ? (
          <EmptyState
            icon={SearchIcon}
            title={t('filtered-empty.title')}
            body={t('filtered-empty.body')}
            action={
              <Button variant="link" onClick={() => onState(withoutFilters(state))}>
                {t('filter.clear-all')}
              </Button>
            }
          />
        ) : (
          <EmptyState {...empty} />
        )}
      </>
    );
  }
  const rowElements = rows.map((item) => (
    <Row
      key={idOf(item)}
      id={idOf(item)}
      name={nameOf(item)}
      item={item}
      columns={columns}
      {...(selection && { selection })}
      {...(offers && { offers })}
      {...(expand && { expand })}
    />
  ));
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
          <div className="gantry-list">
            {loading && page && <div className="gantry-list-progress" />}
            <Table aria-label={label} aria-busy={loading} variant="compact" gridBreakPoint="">
              <Thead>
                <Tr>
                  {expand && <Th screenReaderText={t('table.expand')} />}
                  {selection && (
                    <Th aria-label={t('table.choice')} className="pf-v6-c-table__check">
                      <Checkbox
                        id={CHOOSE_ALL}
                        aria-label={t('table.choose-all')}
                        isChecked={chosen.length === 0 ? false : chosen.length === ids.length ? true : null}
                        isDisabled={ids.length === 0}
                        onChange={(_, on) => selection.set(ids, on)}
                      />
                    </Th>
                  )}
                  {columns.map((column) => (
                    <HeaderCell key={column.key} column={column} sort={sort} onSort={(next) => onState(withSort(state, next))} />
                  ))}
                  {offers && <Th className="gantry-row-menu" screenReaderText={t('table.actions')} />}
                </Tr>
              </Thead>
              {!page && (
                <Tbody>
                  <SkeletonRows columns={columns.length + (selection ? 1 : 0) + (offers ? 1 : 0) + (expand ? 1 : 0)} />
                </Tbody>
              )}
              {page && (expand ? rowElements : <Tbody>{rowElements}</Tbody>)}
            </Table>
          </div>
          {page && <Pager state={state} shown={rows.length} count={page.count} marker={page.marker} onState={onState} />}
        </>
      )}
    </>
  );
}

function HeaderCell<T>({ column, sort, onSort }: { column: Column<T>; sort: Sort | undefined; onSort(sort: Sort): void }) {
  const key = column.sort;
  const className = column.numeric ? 'gantry-numeric' : undefined;
  if (key === undefined)
    return (
      <Th {...(className && { className })} modifier="wrap">
        {column.label}
      </Th>
    );
  return (
    <Th
      {...(className && { className })}
      modifier="wrap"
      sort={{
        columnIndex: 0,
        sortBy: sort?.key === key ? { index: 0, direction: sort.descending ? 'desc' : 'asc' } : {},
        onSort: (_, __, direction) => onSort({ key, descending: direction === 'desc' }),
      }}
    >
      {column.label}
    </Th>
  );
}
