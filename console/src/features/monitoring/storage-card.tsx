import { STORAGE_CLUSTER_STATUSES, storageHealthOf } from '@gantry/contract/nouns/storage-clusters/statuses';
import type { Tone } from '@gantry/contract/wire/statuses';
import { useTranslation } from 'react-i18next';
import { Bars } from '../../app/resource/bars.tsx';
import { useFailure } from '../../app/errors/failure.ts';
import { ResourceStatus } from '../../app/resource/status.tsx';
import { NoClusterError, useStorageCluster } from '../../parts/storage-clusters/use-storage-cluster.ts';
import { numberFormat } from '../../ui/format.ts';
import { TitledCard } from '../../ui/show/cards.tsx';
import { Details } from '../../ui/show/details.tsx';
import { ErrorState } from '../../ui/show/error-state.tsx';
import { formatSize } from '../../ui/show/format-size.ts';
import { shareOf } from '../../ui/show/share-of.ts';
import { StatusLabel } from '../../ui/show/status-label.tsx';
import { FIGURES_MS } from './queries.ts';

/** States of chunks that are not as they should be; of each that has none nothing is said. */
const TROUBLED = ['degraded', 'urgent', 'blocked', 'offline', 'replicating'] as const;

/** So many metadata services should run at least: with fewer the next failure may take the metadata away (screens E1). */
const METADATA_SERVICES = 3;
const metadataTone = ({ total, failed }: { total: number; failed: number }): Tone =>
  total - failed < METADATA_SERVICES ? 'warning' : failed > 0 ? 'neutral' : 'ok';

/** The storage cluster: how it is, what is stored, and which of its services have failed. */
export function StorageCard() {
  const { t, i18n } = useTranslation('monitoring');
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
              { label: t('health'), value: <ResourceStatus noun="monitoring" of={STORAGE_CLUSTER_STATUSES} status={health} /> },
              { label: t('storage.mds'), value: <StatusLabel tone={metadataTone(cluster.mds)}>{services(cluster.mds)}</StatusLabel> },
              { label: t('storage.cs'), value: services(cluster.cs) },
              ...TROUBLED.filter((state) => cluster.chunks[state] > 0).map((state) => ({
                label: t(`storage.${state}`),
                value: number(cluster.chunks[state]),
              })),
            ]}
          />
          <Bars
            bars={[
              {
                label: t('storage.logical'),
                to: { to: '/compute/volumes' },
                share: shareOf(cluster.logic_space.used, cluster.logic_space.total),
                text: of(size(cluster.logic_space.used), size(cluster.logic_space.total)),
              },
              ...cluster.tiers.map(({ id, used, total }) => ({
                label: t('storage.tier', { id: number(id) }),
                to: { to: '/compute/storage-policies' },
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
