import type { Page } from '@gantry/contract/wire/page';
import { useState } from 'react';
import type { Failure } from '../../ui/failure.ts';
import { useList } from '../api/hooks.ts';
import { useFailure } from '../errors/failure.ts';
import type { ListCall } from './use-list-page.ts';

/** Things shown to choose from; a search finds the others. */
const SHOWN = 100;

export interface Options<T> {
  answer: Page<T> | undefined;
  /** There are others than those of the answer. */
  more: boolean;
  failure: Failure | undefined;
  onRetry(): void;
  search: string;
  onSearch(text: string): void;
}

/**
 * What a field chooses from: a list of the server, searched there by name. @param named the key that holds the name. @param filter what
 * alone may be chosen. @param enabled false: not yet, nobody has asked for them.
 */
export function useOptions<T>(
  call: ListCall<T>,
  sort: string,
  named = 'name',
  filter: Readonly<Record<string, string>> = {},
  enabled = true,
): Options<T> {
  const [search, onSearch] = useState('');
  const describe = useFailure();
  const wanted: Record<string, string | number> = {
    limit: SHOWN,
    sort,
    ...filter,
    ...(search !== '' && { [named]: `contains:${search}` }),
  };
  const query = useList(call, wanted, undefined, { enabled });
  return {
    answer: query.data,
    more: query.data?.marker !== undefined,
    failure: query.error ? describe(query.error) : undefined,
    onRetry: () => void query.refetch(),
    search,
    onSearch,
  };
}
