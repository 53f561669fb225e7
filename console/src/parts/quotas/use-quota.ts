import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';

/** The quota of a project with what is used of it; undefined where it is not known. */
export function useQuota(projectId: string | undefined): Quota | undefined {
  const enabled = useMay()(api.quotas.read) && projectId !== undefined;
  return useList(api.quotas.read, { usage: true }, { projectId: projectId ?? '' }, { enabled }).data;
}
