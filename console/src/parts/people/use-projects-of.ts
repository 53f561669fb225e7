import { useState } from 'react';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';

/** Projects shown to choose from; a search finds the others. */
const SHOWN = 100;

/** The projects of a domain, to choose from. @param domainId undefined: not chosen yet */
export function useProjectsOf(domainId: string | undefined) {
  const [search, onSearch] = useState('');
  const describe = useFailure();
  const query = useList(
    api.projects.list,
    { limit: SHOWN, sort: 'name:asc', ...(search !== '' && { name: `contains:${search}` }) },
    { domainId: domainId ?? '' },
    { enabled: domainId !== undefined },
  );
  return {
    options: query.data?.data.map(({ id, name }) => ({ id, name, cells: [] })),
    more: query.data?.marker !== undefined,
    failure: query.error ? describe(query.error) : undefined,
    onRetry: () => void query.refetch(),
    search,
    onSearch,
  };
}
