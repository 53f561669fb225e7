import { QueryClient, queryOptions } from '@tanstack/react-query';
import type { Answer, Call, CallInput } from '@gantry/contract/wire/call';
import type { ScopeKey } from '../scope.ts';
import type { ApiCall } from './calls.ts';
import type { ApiError } from './errors.ts';
import { inScope } from './in-scope.ts';
import { callApi } from './request.ts';
import { withSharedRows } from './shared-rows.ts';

/** What a query is about, kept with it so that events find it. */
export interface QueryMeta extends Record<string, unknown> {
  /** Kind of the answer: `server`. */
  kind: string | undefined;
  /** Id of the one thing it reads; undefined for lists. */
  id: string | undefined;
  /** Kind whose changes change figures of the answer, of which no event of its own tells. */
  follows?: string | undefined;
}

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: ApiError;
    queryMeta: QueryMeta;
  }
}

/** Milliseconds until what could not be read is tried again by itself. */
export const HEAL_MS = 5000;

/** What passes without the user: no connection, a server without its database or cloud, or a budget that is used up for some seconds. */
const isPassing = ({ kind, status }: ApiError): boolean => kind === 'network' || status === 503 || status === 429;

/** Milliseconds until what has failed is tried again by itself; false: it is not. */
export const healsIn = (error: ApiError | null): number | false => (error && isPassing(error) ? HEAL_MS : false);

/** Lists stay as they are until an event, a command or a resync says otherwise: no refetch by age, else prefetch and page would fetch twice. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Infinity,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: false,
        networkMode: 'always',
        // Once more after a lost connection; an answer, whatever it says, is an answer.
        retry: (failures, error) => failures < 1 && error.kind === 'network',
        retryDelay: 1000,
        refetchInterval: ({ state }) => healsIn(state.error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** `['project:42', 'servers.list', {limit: 20}]`: the scope first (rule 18), then call, then input. */
const queryKey = <C extends Call>(scope: ScopeKey, call: ApiCall<C>, input: CallInput<C> = {}) =>
  [scope, call.id, input.params ?? {}, input.query ?? {}] as const;

/**
 * The options of a read, for `prefetchQuery`, `useQuery` and the hooks of `hooks.ts`: one place, so that prefetch and page share their key.
 * Only for GET calls.
 */
export function readOptions<C extends Call>(scope: ScopeKey, call: ApiCall<C>, input: CallInput<C> = {}) {
  const params: Readonly<Record<string, unknown>> = input.params ?? {};
  const id = call.idParam === undefined ? undefined : params[call.idParam];
  return queryOptions<Answer<C>>({
    queryKey: queryKey(scope, call, input),
    queryFn: ({ signal }) => callApi(call, input, { signal, ...inScope(scope) }),
    structuralSharing: (before, answer) => withSharedRows(scope, call.kind, before, answer),
    meta: { kind: call.kind, id: typeof id === 'string' ? id : undefined, follows: call.follows },
  });
}
