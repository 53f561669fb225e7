import type { Page } from '@gantry/contract/wire/page';
import { parseSort } from '@gantry/contract/wire/query';
import { Button } from '@patternfly/react-core/dist/esm/components/Button';
import SearchIcon from '@patternfly/react-icons/dist/esm/icons/search-icon';
import type { ReactNode } from 'react';
import type { Failure } from '../failure.ts';
import { EmptyState, type EmptyStateProps } from '../show/empty-state.tsx';
import { ErrorState } from '../show/error-state.tsx';
import { useUiText } from '../text.ts';
import { FreshnessNote } from './freshness-note.tsx';
import { ListFrame, type ListFrameProps } from './list-frame.tsx';
import { isFiltered, withoutFilters, withSort, type ListChange, type ListState } from './list-state.ts';
import { Pager } from './pager.tsx';

export interface ResourceTableProps<T> extends Omit<
  ListFrameProps<T>,
  'rows' | 'sort' | 'onSort' | 'peeked' | 'part' | 'choosable' | 'chooseLabel'
> {
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
  /** Leads to the last page; absent: it is this one, or none can tell. */
  last?: ListChange | undefined;
  failure?: Failure | undefined;
  onRetry(): void;
  /** Shown where the list has no row and no filter. */
  empty: EmptyStateProps;
  /** Stands for the table as long as there are rows, or may be. */
  map?: ReactNode;
}

/** A list of the server: sorted, filtered and paged there. Everything a user sets is in `state`; updates never undo it. */
export function ResourceTable<T>(props: ResourceTableProps<T>) {
  const { state, onState, page, failure, onRetry, empty, map, ...frame } = props;
  const rows = page?.data ?? [];
  const isMap = map !== undefined && (!page || rows.length > 0);
  const sort = state.sort ?? parseSort(props.defaultSort);
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
      {(page || !failure) && isMap && map}
      {(page || !failure) && !isMap && (
        <ListFrame {...frame} rows={page?.data} sort={sort} onSort={(next) => onState((now) => withSort(now, next))} peeked={state.peek}>
          {page && rows.length === 0 && !failure && <NoMatch onClear={() => onState(withoutFilters)} />}
        </ListFrame>
      )}
      {page && (rows.length > 0 || state.page > 1) && (
        <Pager
          state={state}
          first={props.first}
          shown={rows.length}
          count={page.count}
          marker={page.marker}
          usual={props.pageSize}
          last={props.last}
          onState={onState}
        />
      )}
    </>
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
