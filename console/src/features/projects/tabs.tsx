import type { Project } from '@gantry/contract/nouns/projects/entity';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { QuotaTab } from '../../parts/quotas/quota-tab.tsx';
import { useLimits } from '../../parts/quotas/use-limits.ts';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { Members } from './members.tsx';
import { section } from './section.ts';

/** The tabs of a project. Which one is open stands in the address (S2 §2). */
export function ProjectTabs({ project, properties }: { project: Project; properties: ReactNode }) {
  const { t } = useTranslation('projects');
  const { detailsTab = 'properties' } = useParams({ strict: false }) as { detailsTab?: string };
  const address = section.addressOf(project.id);
  return (
    <PathTabs
      label={t('tab.label')}
      active={detailsTab}
      tabs={[
        { key: 'properties', title: t('tab.properties'), address: `${address}/properties`, content: () => properties },
        { key: 'members', title: t('tab.members'), address: `${address}/members`, content: () => <Members project={project} /> },
        { key: 'quotas', title: t('tab.quotas'), address: `${address}/quotas`, content: () => <Quotas projectId={project.id} /> },
      ]}
    />
  );
}

/** What a project uses of what it may. */
const Quotas = ({ projectId }: { projectId: string }) => <QuotaTab read={useLimits('project', projectId)} />;
