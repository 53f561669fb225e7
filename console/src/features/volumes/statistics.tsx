import { volumeRateQuery } from '@gantry/contract/nouns/metrics/queries';
import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { VOLUME_STATUSES } from '@gantry/contract/nouns/volumes/statuses';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useStatusText } from '../../app/resource/noun-text.ts';
import { DiskCharts } from '../../parts/metrics/disk-charts.tsx';
import { TitledCard } from '../../ui/show/cards.tsx';

/** What is read from a volume and written to it. */
export function Statistics({ volume: { id, created_at: created } }: { volume: Volume }) {
  const { t } = useTranslation('volumes');
  const states = { call: api.volumes.states, statuses: VOLUME_STATUSES, text: useStatusText('volumes') };
  const queries = {
    read: volumeRateQuery('read', id),
    write: volumeRateQuery('write', id),
    'read-operations': volumeRateQuery('read-operations', id),
    'write-operations': volumeRateQuery('write-operations', id),
  };
  return (
    <TitledCard title={t('statistics.title')}>
      <DiskCharts queries={queries} none={t('statistics.none')} of={{ id, since: created, states }} />
    </TitledCard>
  );
}
