import { CLUSTER_RATES, CLUSTER_UNHEALTHY } from '@gantry/contract/nouns/metrics/queries';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { readOptions } from '../../app/api/queries.ts';
import { DiskCharts } from '../../parts/metrics/disk-charts.tsx';
import { useScopeKey } from '../../app/session/use-session.ts';
import { TitledCard } from '../../ui/show/cards.tsx';

/** What all servers together read and write, and when the storage was not healthy; with the way to the dashboards of the cloud. */
export function ThroughputCard() {
  const { t } = useTranslation('monitoring');
  return (
    <TitledCard title={t('throughput.title')}>
      <Dashboards />
      <DiskCharts
        queries={CLUSTER_RATES}
        trouble={{ query: CLUSTER_UNHEALTHY, label: t('throughput.unhealthy') }}
        none={t('throughput.none')}
      />
    </TitledCard>
  );
}

/** Where they are is asked first: the address is told to those only who may open them. */
function Dashboards() {
  const { t } = useTranslation('monitoring');
  const enabled = useMay()(api.metrics.dashboards);
  const { data } = useQuery({ ...readOptions(useScopeKey(), api.metrics.dashboards, {}), enabled });
  if (!data) return undefined;
  return (
    <p className="gantry-dashboards">
      <a href={data.url} target="_blank" rel="noopener noreferrer">
        {t('throughput.dashboards')}
      </a>
    </p>
  );
}
