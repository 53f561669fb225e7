import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { callApi } from '../../app/api/request.ts';
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
  const projects = useQuery({
    queryKey: [scope, 'flavors.projects', domains.data?.data.map(({ id }) => id), query],
    queryFn: () =>
      Promise.all(
        (domains.data?.data ?? []).map(async (domain) => ({
          domain: domain.name,
          page: await callApi(api.projects.list, { params: { domainId: domain.id }, query }),
        })),
      ),
    enabled: domains.data !== undefined,
  });
  const error = domains.error ?? projects.error;
  return {
    options: projects.data?.flatMap(({ domain, page }) => page.data.map(({ id, name }) => ({ id, name, cells: [], group: domain }))),
    more: domains.data?.marker !== undefined || projects.data?.some(({ page }) => page.marker !== undefined) === true,
    failure: error ? describe(error) : undefined,
    onRetry: () => void (domains.error ? domains : projects).refetch(),
    search,
    onSearch,
  };
}
