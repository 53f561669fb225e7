import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useStat } from '../../app/compute/use-stat.ts';
import { centreStore, unseenTasks } from '../../app/notify/centre.ts';
import { useStore } from '../../app/store.ts';
import { useQuotaQuery } from '../../parts/quotas/use-quota.ts';
import { ProblemsCard } from './attention-card.tsx';
import { problemsOfProject, VOLUMES_IN_ERROR } from './project-attention.ts';
import { FIGURES_MS } from './queries.ts';

/** Everything unusual in a project, the worst first; each leads to what it is about. */
export function ProjectAttentionCard({ projectId }: { projectId: string }) {
  const may = useMay();
  const stat = useStat();
  const quota = useQuotaQuery(projectId, { refetchInterval: FIGURES_MS });
  const volumes = useList(api.volumes.list, { status: VOLUMES_IN_ERROR, limit: 1, with_count: true }, undefined, {
    enabled: may(api.volumes.list),
    refetchInterval: FIGURES_MS,
  });
  const unseen = useStore(centreStore, unseenTasks);
  const problems = problemsOfProject({ stat: stat.data, quota: quota.data, volumes: volumes.data?.count, unseen });
  return <ProblemsCard problems={problems} isWhole={[stat, quota, volumes].every(({ isLoading }) => !isLoading)} />;
}
