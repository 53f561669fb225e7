import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PathTabs } from '../../app/resource/path-tabs.tsx';
import { section } from './section.ts';
import { Snapshots } from './snapshots.tsx';

/** The tabs of a volume. Which one is open stands in the address (S2 §2); another word there is the overview. */
export function VolumeTabs({ volume, overview }: { volume: Volume; overview: ReactNode }) {
  const { t } = useTranslation('volumes');
  const { detailsTab = 'overview' } = useParams({ strict: false }) as { detailsTab?: string };
  const address = section.addressOf(volume.id);
  return (
    <PathTabs
      label={t('tab.label')}
      active={detailsTab}
      tabs={[
        { key: 'overview', title: t('tab.overview'), address, content: () => overview },
        { key: 'snapshots', title: t('tab.snapshots'), address: `${address}/snapshots`, content: () => <Snapshots volumeId={volume.id} /> },
      ]}
    />
  );
}
