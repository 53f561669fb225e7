import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../app/api/errors.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { QuotaLines } from './quota-lines.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import './quotas.css';

interface QuotaTabProps {
  read: Pick<UseQueryResult<Quota, ApiError>, 'data' | 'error' | 'refetch'>;
  /** What is to be known of these limits. */
  help?: string;
}

/** What is used of what there may be. */
export function QuotaTab({ read: { data, error, refetch }, help }: QuotaTabProps) {
  const { t } = useTranslation('projects');
  const failureOf = useFailure();
  if (error && !data) return <ErrorState failure={failureOf(error)} retry={() => void refetch()} />;
  if (!data) return <Skeleton screenreaderText={t('tab.quotas')} />;
  return (
    <>
      {help !== undefined && <p className="gantry-subtle gantry-quota-help">{help}</p>}
      <QuotaLines quota={data} />
    </>
  );
}
