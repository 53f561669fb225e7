import { keepPreviousData, useMutation, useQuery, type UseMutationResult, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useRef } from 'react';
import type { Answer, Call, CallInput } from '@gantry/contract/wire/call';
import { useScopeKey } from '../session/use-session.ts';
import type { ApiCall } from './calls.ts';
import { inScope } from './in-scope.ts';
import { ApiError } from './errors.ts';
import { healsIn, readOptions } from './queries.ts';
import { randomKey } from './random-key.ts';
import { callApi } from './request.ts';

/** Milliseconds between two readings of a list whose cloud does not answer. */
const STALE_MS = 10_000;

const isStale = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  'freshness' in data &&
  typeof data.freshness === 'object' &&
  data.freshness !== null &&
  'reachable' in data.freshness &&
  data.freshness.reachable === false;

interface ReadOptions {
  /** false: wait (a right is missing, a parameter is not known yet). */
  enabled?: boolean;
  /** Milliseconds until it is read again while it shows; not while the browser's tab is hidden. Absent: when something says so. */
  refetchInterval?: number;
}

/**
 * A list in the current scope. The rows of the last query stay on the screen while another page, sort or filter is on its way
 * (`isPlaceholderData`), never those of another scope.
 */
export function useList<C extends Call>(
  call: ApiCall<C>,
  query: NonNullable<CallInput<C>['query']>,
  params?: CallInput<C>['params'],
  { refetchInterval, ...options }: ReadOptions = {},
): UseQueryResult<Answer<C>, ApiError> {
  const scope = useScopeKey();
  const input: CallInput<C> = { query, ...(params !== undefined && { params }) };
  return useQuery({
    ...readOptions(scope, call, input),
    // The socket tells when the cloud is back; should it be cut just then, the list finds out by itself.
    refetchInterval: ({ state }) => (isStale(state.data) ? STALE_MS : (refetchInterval ?? false)),
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[0] === scope ? keepPreviousData(previous) : undefined),
    ...options,
  });
}

interface ItemOptions<C extends Call> extends ReadOptions {
  query?: CallInput<C>['query'];
}

/** One thing, or another read by path parameters (history, log). */
export function useItem<C extends Call>(
  call: ApiCall<C>,
  params: NonNullable<CallInput<C>['params']>,
  { query, refetchInterval = 0, ...options }: ItemOptions<C> = {},
): UseQueryResult<Answer<C>, ApiError> {
  const scope = useScopeKey();
  const input: CallInput<C> = { params, ...(query !== undefined && { query }) };
  return useQuery({
    ...readOptions(scope, call, input),
    // What fails is not waited for that long.
    refetchInterval: ({ state }) => healsIn(state.error) || refetchInterval || false,
    ...options,
  });
}

/** What a call that changes something answers. Rejects with ApiError. */
type Send = <C extends Call>(call: ApiCall<C>, input: CallInput<C>, signal?: AbortSignal) => Promise<Answer<C>>;

/** Sends calls that change something. The same input sent again after a lost connection carries the same Idempotency-Key. */
export function useSend(): Send {
  const scope = useScopeKey();
  const lost = useRef(new Map<string, { input: string; key: string }>());
  return useCallback(
    async (call, input, signal) => {
      const text = JSON.stringify(input);
      const before = lost.current.get(call.id);
      const key = before?.input === text ? before.key : randomKey();
      lost.current.delete(call.id);
      return callApi(call, input, { idempotencyKey: key, ...inScope(scope), ...(signal && { signal }) }).catch((error: unknown) => {
        if (error instanceof ApiError && error.kind === 'network') lost.current.set(call.id, { input: text, key });
        throw error;
      });
    },
    [scope],
  );
}

/**
 * A call that changes something: `const stop = useCommand(api.servers.stop); stop.mutate({ params: { serverId } })`.
 * What changed comes back as events; nothing is shown before the server says so.
 */
export function useCommand<C extends Call>(call: ApiCall<C>): UseMutationResult<Answer<C>, ApiError, CallInput<C>> {
  const send = useSend();
  return useMutation<Answer<C>, ApiError, CallInput<C>>({ mutationKey: [call.id], mutationFn: (input) => send(call, input) });
}
