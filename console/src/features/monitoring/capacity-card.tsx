import { SIZE_BASE } from '@gantry/contract/constants';
import { Skeleton } from '@patternfly/react-core/dist/esm/components/Skeleton';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useList } from '../../app/api/hooks.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { CapacityCharts, type Filling } from '../../parts/capacity/capacity-charts.tsx';
import { countFormat } from '../../parts/capacity/count-format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize } from '../../ui/show/format-size.ts';

/** Milliseconds until figures are read again that are taken once an hour. */
const REFRESH_MS = 600_000;

/** How full the compute cluster and each storage tier were in the last 30 days, and when they are full at this rate. */
export function CapacityCard() {
  const { t, i18n } = useTranslation('monitoring');
  const failureOf = useFailure();
  const may = useMay();
  const options = { refetchInterval: REFRESH_MS };
  const compute = useList(api.computeCluster.capacity, {}, undefined, { ...options, enabled: may(api.computeCluster.capacity) });
  const storage = useList(api.storageClusters.capacity, {}, undefined, { ...options, enabled: may(api.storageClusters.capacity) });
  const count = countFormat(i18n.language);
  const size = { base: SIZE_BASE, format: (bytes: number): string => formatSize(bytes, i18n.language) };
  const names = new Set(storage.data?.data.map(({ cluster }) => cluster));
  const tierOf = (cluster: string, tier: number): string => {
    const title = t('storage.tier', { id: count(tier) });
    return names.size > 1 ? `${cluster}: ${title}` : title;
  };
  const fillings: Filling[] = [
    ...(compute.data?.data ?? []).map((history) =>
      history.of === 'vcpus' ? { title: t('compute.vcpus'), history, format: count } : { title: t('compute.memory'), history, ...size },
    ),
    ...(storage.data?.data ?? []).map((history) => ({ title: tierOf(history.cluster, history.tier), history, ...size })),
  ];
  const failed = [compute, storage].find(({ data, error }) => error && !data);
  return (
    <TitledCard title={t('capacity.title')}>
      {failed?.error && <ErrorState failure={failureOf(failed.error)} retry={() => void failed.refetch()} />}
      {compute.isLoading || storage.isLoading ? (
        <Skeleton height="16rem" screenreaderText={t('loading')} />
      ) : (
        !(failed && fillings.length === 0) && <CapacityCharts fillings={fillings} />
      )}
    </TitledCard>
  );
}
