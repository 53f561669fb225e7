import { volumeRateQuery } from '@gantry/contract/nouns/metrics/queries';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useTranslation } from 'react-i18next';
import { DiskCharts } from '../../parts/metrics/disk-charts.tsx';
import { TitledCard } from '../../ui/show/cards.tsx';

/** What is read from a volume and written to it. */
export function Statistics({ volume: { id, created_at: created } }: { volume: Volume }) {
  const { t } = useTranslation('volumes');
  const queries = {
    read: volumeRateQuery('read', id),
    write: volumeRateQuery('write', id),
    'read-operations': volumeRateQuery('read-operations', id),
    'write-operations': volumeRateQuery('write-operations', id),
  };
  return (
    <TitledCard title={t('statistics.title')}>
      <DiskCharts queries={queries} none={t('statistics.none')} of={{ id, since: created }} />
    </TitledCard>
  );
}
