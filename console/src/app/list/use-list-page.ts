import type { Answer, Call, CallInput } from '@gantry/contract/wire/call';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { Failure } from '../../ui/failure.ts';
import { listQueryOf, readListState, writeListState, type ListSpec, type ListState } from '../../ui/list/list-state.ts';
import type { ApiCall } from '../api/calls.ts';
import { useList } from '../api/hooks.ts';
import { readOptions } from '../api/queries.ts';
import { useFailure } from '../errors/failure.ts';
import type { PrefetchContext, Search } from '../feature.ts';

export interface ListPage<A> {
  state: ListState;
  onState(next: ListState): void;
  /** The last good answer: it stays while the next one is on its way or has failed. */
  page: A | undefined;
  loading: boolean;
  failure: Failure | undefined;
  onRetry(): void;
}

/** A list whose state is in the URL: what a table of `ui` needs to show it. The page is mounted anew in another scope. */
export function useListPage<C extends Call>(call: ApiCall<C>, spec: ListSpec): ListPage<Answer<C>> {
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const describe = useFailure();
  const state = useMemo(() => readListState(search, spec), [search, spec]);
  const query = useList(call, listQueryOf(state, spec));
  const [last, setLast] = useState(query.data);
  if (query.data !== undefined && query.data !== last) setLast(query.data);
  return {
    state,
    // Another page begins at its top; a filter or another order leaves the screen where it is.
    onState: (next) => void navigate({ to: '.', search: writeListState(next, spec), resetScroll: next.page !== state.page }),
    page: query.data ?? last,
    loading: query.isFetching,
    failure: query.error ? describe(query.error) : undefined,
    onRetry: () => void query.refetch(),
  };
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
    const input: CallInput<C> = { query: listQueryOf(readListState(search, spec), spec) };
    void queryClient.prefetchQuery(readOptions(scope, call, input));
  };
