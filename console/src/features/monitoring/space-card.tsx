import { METRICS_SERIES, VOLUME_USED } from '@gantry/contract/nouns/metrics/queries';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { callApi } from '../../app/api/request.ts';
import { Bars } from '../../app/resource/bars.tsx';
import { useFailure } from '../../app/errors/failure.ts';
import { useScopeKey } from '../../app/session/use-session.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize, fromGib } from '../../ui/show/format-size.ts';
import { shareOf } from '../../ui/show/share-of.ts';
import { FIGURES_MS } from './queries.ts';

/** Bytes that the project's volumes use; null where that is not measured, or of too many to be one answer. */
async function usedBytes(): Promise<number | null> {
  const { data } = await callApi(api.metrics.query, { query: { query: VOLUME_USED } });
  const vector = data.resultType === 'vector' ? data.result : [];
  if (vector.length === 0 || vector.length >= METRICS_SERIES) return null;
  return vector.reduce((sum, { value }) => sum + Number(value[1]), 0);
}

/** What the project's volumes and their snapshots may grow to, and what is written to the volumes (screens B). */
export function SpaceCard({ projectId }: { projectId: string }) {
  const { t, i18n } = useTranslation('monitoring');
  const failureOf = useFailure();
  const scope = useScopeKey();
  const may = useMay();
  const enabled = may(api.quotas.read);
  const isMeasured = may(api.metrics.query);
  const { data, error, refetch } = useList(api.quotas.read, { usage: true }, { projectId }, { enabled, refetchInterval: FIGURES_MS });
  const used = useQuery({
    queryKey: [scope, 'monitoring.used'],
    queryFn: usedBytes,
    enabled: enabled && isMeasured,
    meta: { kind: undefined, id: undefined },
    retry: false,
    refetchInterval: FIGURES_MS,
  });
  if (!enabled) return undefined;
  const provisioned = data && fromGib(data.gigabytes.used ?? 0);
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const written = used.data ?? null;
  return (
    <TitledCard title={t('space.title')}>
      {error && !data && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {!error && !data && <Skeleton screenreaderText={t('loading')} />}
      {provisioned !== undefined && (
        <Bars
          bars={[
            { label: t('space.provisioned'), to: { to: '/compute/volumes' }, share: null, text: size(provisioned) },
            {
              label: t('space.used'),
              share: written === null ? null : shareOf(written, provisioned),
              // How full it is worries nobody: what counts is the quota.
              plain: true,
              text: written === null ? t('space.unknown') : size(written),
            },
          ]}
        />
      )}
    </TitledCard>
  );
}
