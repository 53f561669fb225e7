import type { UseQueryResult } from '@tanstack/react-query';
import type { ApiError } from './errors.ts';

/** What a thing is called, by its id; undefined while that is being read. The id where it is known to have no name, or none that is seen. */
export type NameOf = (id: string) => string | undefined;

type ListQuery<T> = Pick<UseQueryResult<{ data: readonly T[] }, ApiError>, 'data' | 'isFetching' | 'isPending' | 'isPlaceholderData'>;

/** Whether a list is being read of which nothing is known yet, or only the rows of another query. */
const isComing = ({ isFetching, isPending, isPlaceholderData }: ListQuery<unknown>): boolean =>
  isFetching && (isPending || isPlaceholderData);

/** Names of what a list was asked for by ids (`useList`), where an id never stands in for a name that is on its way. */
export function namesIn(query: ListQuery<{ id: string; name?: string | undefined }>): NameOf {
  const names = new Map(query.data?.data.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) || (isComing(query) && !names.has(id) ? undefined : id);
}
