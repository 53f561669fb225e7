import { useSession } from '../../app/session/use-session.ts';
import { QuotaBones, QuotaPanel } from './quota-panel.tsx';
import { quotaAfter, type Taken } from './quota-use.ts';
import { useQuotaQuery } from './use-quota.ts';

interface QuotaTakenProps {
  /** Absent: the project of the scope. */
  projectId?: string | undefined;
  takes: Taken;
}

/** What is about to be made takes of the quota of its project. While that is read its place is kept; nothing where it is not known. */
export function QuotaTaken({ projectId, takes }: QuotaTakenProps) {
  const own = useSession((session) => session.currentProject?.id);
  const { data: quota, isLoading } = useQuotaQuery(projectId ?? own);
  if (quota) return <QuotaPanel uses={quotaAfter(quota, takes)} />;
  return isLoading && <QuotaBones amounts={takes.amounts} />;
}
