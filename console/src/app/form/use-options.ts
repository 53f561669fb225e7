import type { Answer, Call } from '@gantry/contract/wire/call';
import { useState } from 'react';
import type { Failure } from '../../ui/failure.ts';
import type { ApiCall } from '../api/calls.ts';
import { useList } from '../api/hooks.ts';
import { useFailure } from '../errors/failure.ts';

/** Things shown to choose from; a search finds the others. */
const SHOWN = 100;

export interface Options<A> {
  answer: A | undefined;
  failure: Failure | undefined;
  onRetry(): void;
  search: string;
  onSearch(text: string): void;
}

/**
 * What a field chooses from: a list of the server, searched there by name. @param named the key that holds the name. @param filter what
 * alone may be chosen.
 */
export function useOptions<C extends Call>(
  call: ApiCall<C>,
  sort: string,
  named = 'name',
  filter: Readonly<Record<string, string>> = {},
): Options<Answer<C>> {
  const [search, onSearch] = useState('');
  const describe = useFailure();
  const wanted: Record<string, string | number> = {
    limit: SHOWN,
    sort,
    ...filter,
    ...(search !== '' && { [named]: `contains:${search}` }),
  };
  const query = useList(call, wanted);
  return {
    answer: query.data,
    failure: query.error ? describe(query.error) : undefined,
    onRetry: () => void query.refetch(),
    search,
    onSearch,
  };
}
