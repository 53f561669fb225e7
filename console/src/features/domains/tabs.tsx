import type { Domain } from '@gantry/contract/nouns/domains/entity';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { QuotaTab } from '../../parts/quotas/quota-tab.tsx';
import { useLimits } from '../../parts/quotas/use-limits.ts';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { DomainGroups, DomainProjects, DomainUsers } from './inside.tsx';
import { section } from './section.ts';

/** The tabs of a domain. Which one is open stands in the address. */
export function DomainTabs({ domain, properties }: { domain: Domain; properties: ReactNode }) {
  const { t } = useTranslation('domains');
  const { t: users } = useTranslation('users');
  const { t: quotas } = useTranslation('projects');
  const projects = useNounText('projects');
  const may = useMay();
  const { detailsTab = 'properties' } = useParams({ strict: false }) as { detailsTab?: string };
  const address = section.addressOf(domain.id);
  return (
    <PathTabs
      label={t('tab.label')}
      active={detailsTab}
      tabs={[
        { key: 'properties', title: users('tab.properties'), address: `${address}/properties`, content: () => properties },
        { key: 'users', title: users('people.users'), address: `${address}/users`, content: () => <DomainUsers domain={domain} /> },
        { key: 'groups', title: users('people.groups'), address: `${address}/groups`, content: () => <DomainGroups domain={domain} /> },
        {
          key: 'projects',
          title: projects('title.list'),
          address: `${address}/projects`,
          content: () => <DomainProjects domain={domain} />,
        },
        ...(may(api.domains.readQuotas)
          ? [{ key: 'quotas', title: quotas('tab.quotas'), address: `${address}/quotas`, content: () => <Quotas domainId={domain.id} /> }]
          : []),
      ]}
    />
  );
}

/** What all projects of a domain have of what they may have together. */
function Quotas({ domainId }: { domainId: string }) {
  const { t } = useTranslation('domains');
  return <QuotaTab read={useLimits('domain', domainId)} help={t('quotas.help')} />;
}
