import type { Volume } from '@gantry/contract/nouns/volumes/entity';
import { Tab, Tabs, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { section, TAB } from './section.ts';
import { Snapshots } from './snapshots.tsx';

/** The tabs of a volume. Which one is open stands in the address (S2 §2); another word there is the overview. */
export function VolumeTabs({ volume, overview }: { volume: Volume; overview: ReactNode }) {
  const { t } = useTranslation('volumes');
  const navigate = useNavigate();
  const { detailsTab } = useParams({ strict: false }) as { detailsTab?: string };
  const active = detailsTab === 'snapshots' ? 'snapshots' : 'overview';
  const open = (tab: string) =>
    void navigate({
      to: tab === 'overview' ? section.details : TAB,
      params: { volumeId: volume.id, ...(tab !== 'overview' && { detailsTab: tab }) },
      replace: true,
      resetScroll: false,
    });
  return (
    <Tabs activeKey={active} onSelect={(_, tab) => open(String(tab))} aria-label={t('tab.label')} mountOnEnter unmountOnExit>
      <Tab eventKey="overview" title={<TabTitleText>{t('tab.overview')}</TabTitleText>}>
        <div className="gantry-tab">{overview}</div>
      </Tab>
      <Tab eventKey="snapshots" title={<TabTitleText>{t('tab.snapshots')}</TabTitleText>}>
        <div className="gantry-tab">
          <Snapshots volumeId={volume.id} />
        </div>
      </Tab>
    </Tabs>
  );
}
