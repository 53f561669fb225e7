import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';

/**
 * What a project uses of its quotas, as it is read; nothing is asked of who may not know.
 * @param options `refetchInterval`: milliseconds until it is read again while it shows
 */
export function useQuotaQuery(projectId: string | undefined, options: { refetchInterval?: number } = {}) {
  const enabled = useMay()(api.quotas.read) && projectId !== undefined;
  return useList(api.quotas.read, { usage: true }, { projectId: projectId ?? '' }, { enabled, ...options });
}

/** The quota of a project with what is used of it; undefined where it is not known. */
export const useQuota = (projectId: string | undefined): Quota | undefined => useQuotaQuery(projectId).data;
