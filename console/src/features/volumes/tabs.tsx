import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { section } from './section.ts';
import { Snapshots } from './snapshots.tsx';
import { Statistics } from './statistics.tsx';

/** The tabs of a volume. Which one is open stands in the address (S2 §2). */
export function VolumeTabs({ volume, overview }: { volume: Volume; overview: ReactNode }) {
  const { t } = useTranslation('volumes');
  const { snapshotId, detailsTab = snapshotId === undefined ? 'overview' : 'snapshots' } = useParams({ strict: false }) as {
    detailsTab?: string;
    snapshotId?: string;
  };
  const may = useMay();
  const address = section.addressOf(volume.id);
  return (
    <PathTabs
      label={t('tab.label')}
      active={detailsTab}
      tabs={[
        {
          key: 'overview',
          title: t('tab.overview'),
          address,
          content: () => (
            <>
              {overview}
              {may(api.metrics.range) && <Statistics volume={volume} />}
            </>
          ),
        },
        { key: 'snapshots', title: t('tab.snapshots'), address: `${address}/snapshots`, content: () => <Snapshots volume={volume} /> },
      ]}
    />
  );
}
