import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { QuotaLines } from '../../parts/quotas/quota-lines.tsx';
import { useQuotaQuery } from '../../parts/quotas/use-quota.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { FIGURES_MS } from './queries.ts';

/** What the project uses of each of its quotas. */
export function QuotaCard({ projectId }: { projectId: string }) {
  const { t } = useTranslation('monitoring');
  const failureOf = useFailure();
  const enabled = useMay()(api.quotas.read);
  const { data, error, refetch } = useQuotaQuery(projectId, { refetchInterval: FIGURES_MS });
  if (!enabled) return undefined;
  return (
    <TitledCard title={t('quota.title')}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {!error && !data && <Skeleton screenreaderText={t('loading')} />}
      {data && <QuotaLines quota={data} />}
    </TitledCard>
  );
}
