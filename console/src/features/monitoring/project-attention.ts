import type { ComputeStat } from '@gantry/contract/nouns/compute-cluster/stat';
import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { VOLUME_STATUSES } from '@gantry/contract/nouns/volumes/statuses';
import { QUOTA_RESOURCES } from '@gantry/contract/wire/quotas';
import { statusNames } from '@gantry/contract/wire/statuses';
import { FULL, ofServers, percent, worstFirst, type Problem } from './attention.ts';

/** What the overview of a project knows; undefined: not known (yet). */
interface Known {
  stat?: Pick<ComputeStat, 'servers'> | undefined;
  quota?: Quota | undefined;
  /** Volumes with an error. */
  volumes?: number | undefined;
  /** Failed tasks that the user has not seen. */
  unseen: number;
}

/** Filter of the list of volumes: those with an error. */
export const VOLUMES_IN_ERROR = `in:${statusNames(VOLUME_STATUSES)
  .filter((status) => VOLUME_STATUSES[status] === 'error')
  .join(',')}`;

/** Quotas with little left warn, with nothing left alarm, each by its name in the contract. Of a limit of 0 nothing was ever meant to be used. */
function ofQuota(quota: Quota | undefined): Problem[] {
  if (!quota) return [];
  return QUOTA_RESOURCES.flatMap((name): Problem[] => {
    const { limit } = quota[name];
    const used = quota[name].used ?? 0;
    if (limit <= 0 || used / limit < FULL) return [];
    return [{ what: 'quota', tone: used < limit ? 'warning' : 'error', name, count: percent(used / limit), to: { to: '/project/quotas' } }];
  });
}

/** Everything unusual in a project, the worst first. */
export function problemsOfProject({ stat, quota, volumes = 0, unseen }: Known): Problem[] {
  return worstFirst([
    ...ofServers(stat?.servers),
    ...(volumes > 0
      ? [
          {
            what: 'volumes',
            tone: 'warning',
            count: volumes,
            to: { to: '/compute/volumes', search: { status: VOLUMES_IN_ERROR } },
          } as const,
        ]
      : []),
    ...ofQuota(quota),
    ...(unseen > 0
      ? [{ what: 'unseen', tone: 'warning', count: unseen, to: { to: '/tasks', search: { state: 'in:failed' } } } as const]
      : []),
  ]);
}
