import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Failure } from '../../ui/failure.ts';
import { api } from '../api/calls.ts';
import { useMay } from '../abilities/use-may.ts';
import { takeLast } from '../api/dedupe.ts';
import { useList } from '../api/hooks.ts';
import { callApi } from '../api/request.ts';
import { useFailure } from '../errors/failure.ts';
import { useScopeKey, useSession } from '../session/use-session.ts';

/** Domains, and projects of each, that are shown to choose from; a search finds the others. */
const SHOWN = 100;

interface Domain {
  id: string;
  name: string;
}

const fetchProjects = (domains: readonly Domain[], query: { limit: number; sort: string; name?: string }, signal: AbortSignal) =>
  Promise.all(
    domains.map(async (domain) => ({
      domain: domain.name,
      page: await callApi(api.projects.list, { params: { domainId: domain.id }, query }, { signal }),
    })),
  );

interface Projects {
  /** In the order of their domains. */
  projects: { id: string; name: string; domain: string }[] | undefined;
  more: boolean;
  failure: Failure | undefined;
  onRetry(): void;
  search: string;
  onSearch(text: string): void;
}

/**
 * The projects of all domains that the scope sees, to choose from; of the own domain on the self-service side, which lists no domains.
 * @param enabled false: not yet, nobody has asked for them.
 */
export function useProjects(enabled = true): Projects {
  const [search, onSearch] = useState('');
  const describe = useFailure();
  const scope = useScopeKey();
  const own = useSession((session) => session.currentDomain);
  const listed = useMay()(api.domains.list);
  const found = useList(api.domains.list, { limit: SHOWN, sort: 'name:asc' }, undefined, { enabled: enabled && listed });
  const domains = listed ? found.data?.data : own ? [own] : [];
  // Of the own domain there are no more than are known, and one for the main domain (S0 §7).
  const known = useSession((session) => session.projects.length);
  const query = {
    limit: listed ? SHOWN : Math.min(known + 1, SHOWN),
    sort: 'name:asc',
    ...(search !== '' && { name: `contains:${search}` }),
  };
  // Of what is asked for while somebody types only the last is sent; what was asked before it is cancelled (S0 §7).
  const [fetchLast] = useState(() => takeLast(fetchProjects));
  const projects = useQuery({
    queryKey: [scope, 'projects.of-domains', domains?.map(({ id }) => id), query],
    queryFn: ({ signal }) => fetchLast(domains ?? [], query, signal),
    enabled: enabled && domains !== undefined,
  });
  const error = found.error ?? projects.error;
  return {
    projects: projects.data?.flatMap(({ domain, page }) => page.data.map(({ id, name }) => ({ id, name, domain }))),
    more: found.data?.marker !== undefined || projects.data?.some(({ page }) => page.marker !== undefined) === true,
    failure: error ? describe(error) : undefined,
    onRetry: () => void (found.error ? found : projects).refetch(),
    search,
    onSearch,
  };
}
