import { Navigate, useLocation } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { useSession } from '../../app/session/use-session.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { ProjectCapacity } from '../../parts/capacity/project-capacity.tsx';
import { QuotaTab } from '../../parts/quotas/quota-tab.tsx';
import { useLimits } from '../../parts/quotas/use-limits.ts';
import { ApiAccess } from './api-access.tsx';
import { Members } from './members.tsx';
import { pathOf, TABS } from './paths.ts';

/** The project that one works in. Which of its tabs is open stands in the address. */
export function Page() {
  const { t } = useTranslation('own-project');
  const may = useMay();
  const project = useSession(({ currentProject }) => currentProject);
  const address = useLocation({ select: ({ pathname }) => pathname });
  if (!project) return <Navigate to="/" replace />;
  const contents = {
    members: () => <Members projectId={project.id} />,
    quotas: () => <Quotas projectId={project.id} />,
    api: () => <ApiAccess project={project} />,
  };
  const shown = TABS.filter((tab) => tab !== 'members' || may(api.computeProjects.members));
  return (
    <>
      <PageHeading>
        {t('heading')} <bdi>{project.name}</bdi>
      </PageHeading>
      <PathTabs
        label={t('heading')}
        active={shown.find((tab) => pathOf(tab) === address) ?? 'quotas'}
        tabs={shown.map((tab) => ({ key: tab, title: t(`menu.${tab}`), address: pathOf(tab), content: contents[tab] }))}
      />
    </>
  );
}

const Quotas = ({ projectId }: { projectId: string }) => (
  <>
    <QuotaTab read={useLimits('project', projectId)} />
    <ProjectCapacity projectId={projectId} />
  </>
);
