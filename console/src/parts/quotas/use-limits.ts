import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { api } from '../../app/api/calls.ts';
import type { ApiError } from '../../app/api/errors.ts';
import { readOptions } from '../../app/api/queries.ts';
import { useScopeKey } from '../../app/session/use-session.ts';

/** Limits of a project, or of a domain, with what is used; read again when they have been set. */
export function useLimits(kind: 'project' | 'domain', id: string): UseQueryResult<Quota, ApiError> {
  const scope = useScopeKey();
  const query = { usage: true };
  const options =
    kind === 'project'
      ? readOptions(scope, api.quotas.read, { query, params: { projectId: id } })
      : readOptions(scope, api.domains.readQuotas, { query, params: { domainId: id } });
  return useQuery({ ...options, meta: { kind, id } });
}
