import { ExpandableSection } from '@patternfly/react-core/dist/esm/components/ExpandableSection';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { QuotaTab } from '../../parts/quotas/quota-tab.tsx';
import { useLimits } from '../../parts/quotas/use-limits.ts';
import { scopeOf } from '../../app/session/scope-of.ts';
import { useSession } from '../../app/session/use-session.ts';

/** What the projects of the domain that one administers may have together: stands with its projects, whose own quotas are part of it. */
export function DomainQuotas() {
  const { t } = useTranslation('domains');
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const domainId = useSession((session) => {
    const scope = scopeOf(session);
    return scope.type === 'domain' ? scope.id : undefined;
  });
  if (domainId === undefined || !may(api.domains.readQuotas)) return null;
  return (
    <ExpandableSection toggleText={t('quotas.title')} isExpanded={isOpen} onToggle={(_, open) => setOpen(open)}>
      {isOpen && <Quotas domainId={domainId} />}
    </ExpandableSection>
  );
}

function Quotas({ domainId }: { domainId: string }) {
  const { t } = useTranslation('domains');
  return <QuotaTab read={useLimits('domain', domainId)} help={t('quotas.help')} />;
}
