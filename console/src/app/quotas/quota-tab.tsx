import type { Quota } from '@gantry/contract/nouns/quotas/calls';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../api/errors.ts';
import { useFailure } from '../errors/failure.ts';
import { QuotaLines } from '../resource/quota-lines.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';

/** What is used of what there may be. */
export function QuotaTab({
  read: { data, error, refetch },
}: {
  read: Pick<UseQueryResult<Quota, ApiError>, 'data' | 'error' | 'refetch'>;
}) {
  const { t } = useTranslation('projects');
  const failureOf = useFailure();
  if (error && !data) return <ErrorState failure={failureOf(error)} retry={() => void refetch()} />;
  return data ? <QuotaLines quota={data} /> : <Skeleton screenreaderText={t('tab.quotas')} />;
}
