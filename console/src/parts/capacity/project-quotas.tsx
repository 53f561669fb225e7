import { QuotaTab } from '../quotas/quota-tab.tsx';
import { useLimits } from '../quotas/use-limits.ts';
import { ProjectCapacity } from './project-capacity.tsx';

/** What a project uses of what it may, now and in the last 30 days. */
export const ProjectQuotas = ({ projectId }: { projectId: string }) => (
  <>
    <QuotaTab read={useLimits('project', projectId)} />
    <ProjectCapacity projectId={projectId} />
  </>
);
