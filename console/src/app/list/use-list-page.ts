import type { Call, CallInput } from '@gantry/contract/wire/call';
import type { Page } from '@gantry/contract/wire/page';
import { parseSort } from '@gantry/contract/wire/query';
import { useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import type { Failure } from '../../ui/failure.ts';
import {
  firstRowOf,
  listInputOf,
  listQueryOf,
  readListState,
  toLast,
  toLastNumbered,
  withPeek,
  writeListState,
  type ListChange,
  type ListSpec,
  type ListState,
} from '../../ui/list/list-state.ts';
import { chosenOffPage, useChosen, useSelection, type Identified, type Selection } from '../../ui/list/selection.ts';
import type { ApiCall } from '../api/calls.ts';
import { useList } from '../api/hooks.ts';
import { readOptions } from '../api/queries.ts';
import { useFailure } from '../errors/failure.ts';
import type { PrefetchContext, Search } from '../feature.ts';

/** A call of the contract that lists things of type T. */
export type ListCall<T> = ApiCall<Call<z.ZodObject | undefined, z.ZodObject | undefined, z.ZodType | undefined, z.ZodType<Page<T>>>>;

export interface ListPage<T> {
  call: ListCall<T>;
  spec: ListSpec;
  state: ListState;
  onState(change: ListChange): void;
  /** Shows a row beside the list, or none. */
  onPeek(id: string | undefined): void;
  /** The last good answer: it stays while the next one is on its way or has failed. */
  page: Page<T> | undefined;
  /** Number of its first row in the whole list, from 1. */
  first: number;
  /** Of the rows shown. */
  ids: readonly string[];
  /** Whether no further page follows; false as well while that is not known. */
  isLastPage: boolean;
  /** Leads to the last page; undefined: it is this one, or none can tell. */
  last: ListChange | undefined;
  loading: boolean;
  failure: Failure | undefined;
  onRetry(): void;
  selection: Selection;
  /** Chooses exactly these rows, also of other pages. */
  choose(rows: readonly T[]): void;
  /** The chosen rows as they are now, also those of other pages. */
  chosen: readonly T[];
  /** All rows known by now: of this page, and chosen ones of others. */
  items: readonly T[];
}

/**
 * A list whose state is in the URL: what its page needs to show it. The page is mounted anew in another scope.
 * @param every milliseconds after which it is read again while somebody looks, for what changes without an event.
 */
export function useListPage<T extends Identified>(call: ListCall<T>, spec: ListSpec, every?: number): ListPage<T> {
  const search: Search = useSearch({ strict: false });
  const router = useRouter();
  const describe = useFailure();
  const state = useMemo(() => readListState(search, spec), [search, spec]);
  const query = useList(call, listQueryOf(state, spec), spec.params, every === undefined ? {} : { refetchInterval: every });
  // What the address says by then counts, not what it said when the change was begun, such as by typing.
  const onState = useCallback(
    (change: ListChange) => {
      const now = readListState(router.latestLocation.search, spec);
      const next = change(now);
      // Another page begins at its top; a filter or another order leaves the screen where it is.
      void router.navigate({ to: '.', search: writeListState(next, spec), resetScroll: next.page !== now.page });
    },
    [router, spec],
  );
  // Back leads to where one was before the list, not through every row that one has looked at.
  const onPeek = useCallback(
    (id: string | undefined) => {
      const next = withPeek(readListState(router.latestLocation.search, spec), id);
      void router.navigate({ to: '.', search: writeListState(next, spec), replace: true, resetScroll: false });
    },
    [router, spec],
  );
  const isOld = query.data === undefined || query.isPlaceholderData;
  const isFromEnd = state.end !== undefined;
  // Rows and their number are one thing: while another page is on its way both stay, and then both change.
  const fresh = useMemo(() => {
    if (isOld || query.data === undefined) return undefined;
    const { data, count } = query.data;
    return {
      page: isFromEnd ? { ...query.data, data: data.toReversed() } : query.data,
      first: firstRowOf(state, data.length, count),
      // What leads on of an answer of before leads on in another order, or to a page that is on its way already.
      old: { ...query.data, data: isFromEnd ? data.toReversed() : data, marker: undefined },
    };
  }, [query.data, isOld, isFromEnd, state]);
  const [last, setLast] = useState(fresh);
  if (fresh !== undefined && fresh !== last) setLast(fresh);
  const page = fresh?.page ?? last?.old;
  const count = page?.count;
  const isLastPage = !isOld && (isFromEnd ? state.trail.length === 0 : page?.marker === undefined);
  const sortKey = (state.sort ?? parseSort(spec.defaultSort))?.key ?? '';
  const hasLast = !isOld && !isLastPage && count !== undefined && spec.measured?.includes(sortKey) !== true;
  const toLastOf = spec.byPage ? toLastNumbered : toLast;

  const rows = page?.data ?? NO_ROWS;
  const shownIds = useMemo(() => rows.map(({ id }) => id), [rows]);
  const { known: before, selection, choose } = useRememberedSelection(rows);
  const offPage = chosenOffPage(selection, shownIds);
  const others = useList(call, offPage.query, spec.params, { enabled: offPage.isRead });
  const known = offPage.isRead && !others.isPlaceholderData ? others.data?.data : undefined;
  const chosen = useChosen(selection, rows, offPage, known, before);
  return {
    call,
    spec,
    state,
    onState,
    onPeek,
    page,
    first: (fresh ?? last)?.first ?? 1,
    ids: shownIds,
    isLastPage,
    last: hasLast ? (now) => toLastOf(now, count) : undefined,
    loading: query.isFetching,
    failure: query.error ? describe(query.error) : undefined,
    onRetry: () => void query.refetch(),
    selection,
    choose,
    chosen,
    items: [...rows, ...chosen],
  };
}

const NO_ROWS: readonly never[] = [];

/** Chosen rows, with what was known of each when it was chosen. */
function useRememberedSelection<T extends Identified>(rows: readonly T[]) {
  const inner = useSelection();
  const { set, clear } = inner;
  const [known, setKnown] = useState<ReadonlyMap<string, T>>(() => new Map());
  const remember = useCallback(
    (more: readonly T[]) => setKnown((before) => new Map([...before, ...more.map((row) => [row.id, row] as const)])),
    [],
  );
  // The same function for all answers: rows that have not changed are not painted again.
  const shown = useRef(rows);
  useEffect(() => {
    shown.current = rows;
  }, [rows]);
  const setShown = useCallback(
    (ids: readonly string[], isChosen: boolean) => {
      if (isChosen) remember(shown.current.filter(({ id }) => ids.includes(id)));
      set(ids, isChosen);
    },
    [remember, set],
  );
  const selection = useMemo(() => ({ ...inner, set: setShown }), [inner, setShown]);
  const choose = useCallback(
    (some: readonly T[]) => {
      remember(some);
      clear();
      set(
        some.map(({ id }) => id),
        true,
      );
    },
    [remember, clear, set],
  );
  return { known, selection, choose };
}

/** For `validateSearch` of a list's route: what is not of the list is dropped. */
export const listSearch =
  (spec: ListSpec) =>
  (raw: Search): Search =>
    writeListState(readListState(raw, spec), spec);

/** For `prefetch` of a list's route: the same query as `useListPage` will make. */
export const prefetchList =
  <C extends Call>(call: ApiCall<C>, spec: ListSpec) =>
  ({ queryClient, scope, search }: PrefetchContext): void => {
    const input = listInputOf(readListState(search, spec), spec) as CallInput<C>;
    void queryClient.prefetchQuery(readOptions(scope, call, input));
  };
