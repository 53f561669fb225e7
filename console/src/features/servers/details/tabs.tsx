import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Tab, Tabs, TabTitleText } from '@patternfly/react-core/dist/esm/components/Tabs';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { HistoryTab } from './history.tsx';
import { LogTab } from './log.tsx';
import { NetworksTab } from './networks.tsx';
import { OverviewTab } from './overview.tsx';
import { StatisticsTab } from './statistics.tsx';
import { VolumesTab } from './volumes.tsx';

const TABS = {
  overview: OverviewTab,
  volumes: VolumesTab,
  networks: NetworksTab,
  history: HistoryTab,
  statistics: StatisticsTab,
  log: LogTab,
} satisfies Record<string, ComponentType<{ server: Server }>>;
type TabKey = keyof typeof TABS;

/** Where there is no room for all tabs, the open one is scrolled to. */
const show = (title: HTMLElement | null): void => title?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** The tabs of a server. Which one is open stands in the address; only that one reads its data. */
export function DetailsTabs({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const navigate = useNavigate();
  const { tab }: { tab?: string } = useSearch({ strict: false });
  const offered: Readonly<Record<TabKey, boolean>> = {
    overview: true,
    volumes: true,
    networks: true,
    history: may(api.servers.events),
    statistics: may(api.servers.stat),
    log: may(api.servers.log),
  };
  const keys = (Object.keys(TABS) as TabKey[]).filter((key) => offered[key]);
  const active = keys.find((key) => key === tab) ?? 'overview';
  return (
    <Tabs
      activeKey={active}
      onSelect={(_, key) => void navigate({ to: '.', search: key === 'overview' ? {} : { tab: key }, replace: true, resetScroll: false })}
      aria-label={t('tab.label')}
      backScrollAriaLabel={t('tab.back')}
      forwardScrollAriaLabel={t('tab.forward')}
      mountOnEnter
      unmountOnExit
    >
      {keys.map((key) => {
        const Content = TABS[key];
        return (
          <Tab
            key={key}
            eventKey={key}
            title={
              <TabTitleText>
                <span ref={key === active ? show : null}>{t(`tab.${key}`)}</span>
              </TabTitleText>
            }
          >
            <div className="gantry-tab">
              <Content server={server} />
            </div>
          </Tab>
        );
      })}
    </Tabs>
  );
}
