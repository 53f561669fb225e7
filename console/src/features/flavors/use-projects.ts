import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import type { Failure } from '../../ui/failure.ts';
import type { PickOption } from '../../ui/form/pick-field.tsx';

/** Domains, and projects of each, that are shown to choose from; a search finds the others. */
const SHOWN = 100;

interface Projects {
  options: PickOption[] | undefined;
  more: boolean;
  failure: Failure | undefined;
  onRetry(): void;
  search: string;
  onSearch(text: string): void;
}

/** The projects of all domains, by domain: what a field chooses from. */
export function useProjects(): Projects {
  const [search, onSearch] = useState('');
  const describe = useFailure();
  const scope = useScopeKey();
  const domains = useList(api.domains.list, { limit: SHOWN, sort: 'name:asc' });
  const query = { limit: SHOWN, sort: 'name:asc', ...(search !== '' && { name: `contains:${search}` }) };
  const found = domains.data?.data ?? [];
  const lists = useQueries({
    queries: found.map(({ id }) => readOptions(scope, api.projects.list, { params: { domainId: id }, query })),
  });
  const error = domains.error ?? lists.find((list) => list.error)?.error;
  const isComplete = domains.data !== undefined && lists.every((list) => list.data !== undefined);
  return {
    options: isComplete
      ? lists.flatMap((list, index) => (list.data?.data ?? []).map(({ id, name }) => ({ id, name, cells: [], group: found[index]!.name })))
      : undefined,
    more: domains.data?.marker !== undefined || lists.some((list) => list.data?.marker !== undefined),
    failure: error ? describe(error) : undefined,
    onRetry: () => {
      void domains.refetch();
      for (const list of lists) void list.refetch();
    },
    search,
    onSearch,
  };
}
