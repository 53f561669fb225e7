import { storageHealthOf } from '@gantry/contract/nouns/storage-clusters/entity';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { clusterTone } from '../../app/compute/cluster-tone.ts';
import { Bars, type Bar } from '../../app/compute/bars.tsx';
import { useCluster } from '../../app/compute/use-cluster.ts';
import { useStat } from '../../app/compute/use-stat.ts';
import { api } from '../../app/api/calls.ts';
import { useFailure } from '../../app/errors/failure.ts';
import { useStatusText } from '../../app/resource/noun-text.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { NoClusterError, useStorageCluster } from '../../app/storage/use-storage-cluster.ts';
import { numberFormat } from '../../ui/format.ts';
import { Cards, TitledCard } from '../../ui/show/cards.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize } from '../../ui/show/format-size.ts';
import { shareOf } from '../../ui/show/share-of.ts';
import { StatusLabel, type Tone } from '../../ui/show/status-label.tsx';
import { Link } from '@tanstack/react-router';
import { FIGURES_MS } from './queries.ts';
import { StatesCard } from './states-card.tsx';

/** Whether the platform is healthy, how full it is and what is promised: for administrators. */
export function Dashboard() {
  const { t } = useTranslation('monitoring');
  const may = useMay();
  return (
    <>
      <PageHeading>{t('title')}</PageHeading>
      <div className="gantry-overview">
        <Cards>
          <ComputeCard />
          {may(api.storageClusters.list) && <StorageCard />}
          <StatesCard list="/compute/instances" />
        </Cards>
      </div>
    </>
  );
}

/** The compute cluster: how it and its nodes are, and what of them is promised to servers. */
function ComputeCard() {
  const { t, i18n } = useTranslation('monitoring');
  const word = useStatusText('monitoring');
  const failureOf = useFailure();
  const cluster = useCluster();
  const { data, error, refetch } = useStat();
  const number = (value: number): string => numberFormat(i18n.language).format(value);
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const of = (used: string, whole: string): string => t('of', { used, whole });
  const { nodes, compute, physical } = data ?? {};
  const bars: Bar[] = compute
    ? [
        {
          label: t('compute.vcpus'),
          share: shareOf(compute.vcpus - compute.vcpus_free, compute.vcpus),
          text: of(number(compute.vcpus - compute.vcpus_free), number(compute.vcpus)),
        },
        {
          label: t('compute.memory'),
          share: shareOf(compute.vm_mem_reserved, compute.vm_mem_capacity),
          text: of(size(compute.vm_mem_reserved), size(compute.vm_mem_capacity)),
        },
      ]
    : [];
  const toNodes = (count: number, state?: string) => (
    <Link to="/compute/nodes" search={(state === undefined ? {} : { state: `in:${state}` }) as never}>
      {number(count)}
    </Link>
  );
  return (
    <TitledCard title={t('compute.title')}>
      {error && !cluster && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      <Details
        narrow
        properties={[
          {
            label: t('health'),
            value: cluster.data && <StatusLabel tone={clusterTone(cluster.data.status)}>{word(cluster.data.status)}</StatusLabel>,
          },
          { label: t('compute.offline'), value: nodes && nodes.offline > 0 ? toNodes(nodes.offline, 'offline') : null },
          { label: t('compute.nodes'), value: nodes && toNodes(nodes.count) },
          { label: t('compute.maintenance'), value: nodes && nodes.maintenance > 0 ? number(nodes.maintenance) : null },
          {
            label: t('compute.physical'),
            value: physical && t('compute.machine', { cores: number(physical.cpu_cores), memory: size(physical.mem_total) }),
          },
        ]}
      />
      <Bars bars={bars} />
    </TitledCard>
  );
}

const TONES: Readonly<Record<ReturnType<typeof storageHealthOf>, Tone>> = {
  healthy: 'ok',
  degraded: 'warning',
  warning: 'warning',
  unavailable: 'error',
  error: 'error',
  unknown: 'neutral',
};

/** The storage cluster: how it is, what is stored, and which of its services have failed. */
function StorageCard() {
  const { t, i18n } = useTranslation('monitoring');
  const word = useStatusText('monitoring');
  const failureOf = useFailure();
  const { data: cluster, error, refetch } = useStorageCluster(FIGURES_MS);
  const number = (value: number): string => numberFormat(i18n.language).format(value);
  const size = (bytes: number): string => formatSize(bytes, i18n.language);
  const of = (used: string, whole: string): string => t('of', { used, whole });
  if (error instanceof NoClusterError) return undefined;
  const health = cluster && storageHealthOf(cluster.status);
  const services = ({ total, failed }: { total: number; failed: number }): string =>
    failed > 0 ? t('storage.failed', { total: number(total), failed: number(failed) }) : number(total);
  return (
    <TitledCard title={t('storage.title')}>
      {error && !cluster && <ErrorState failure={failureOf(error)} retry={() => void refetch()} />}
      {cluster && health && (
        <>
          <Details
            narrow
            properties={[
              { label: t('health'), value: <StatusLabel tone={TONES[health]}>{word(health)}</StatusLabel> },
              { label: t('storage.mds'), value: services(cluster.mds) },
              { label: t('storage.cs'), value: services(cluster.cs) },
              { label: t('storage.degraded'), value: cluster.chunks.degraded > 0 ? number(cluster.chunks.degraded) : null },
            ]}
          />
          <Bars
            bars={[
              {
                label: t('storage.logical'),
                share: shareOf(cluster.logic_space.used, cluster.logic_space.total),
                text: of(size(cluster.logic_space.used), size(cluster.logic_space.total)),
              },
              ...cluster.tiers.map(({ id, used, total }) => ({
                label: t('storage.tier', { id: number(id) }),
                share: shareOf(used, total),
                text: of(size(used), size(total)),
              })),
            ]}
          />
        </>
      )}
    </TitledCard>
  );
}
