import type { Server } from '@gantry/contract/nouns/servers/entity';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { QueryTabs } from '../../../app/resource/query-tabs.tsx';
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

/** The tabs of a server. Which one is open stands in the address; only that one reads its data. */
export function DetailsTabs({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const offered: Readonly<Record<TabKey, boolean>> = {
    overview: true,
    volumes: true,
    networks: true,
    history: may(api.servers.events),
    statistics: may(api.servers.stat),
    log: may(api.servers.log),
  };
  const keys = (Object.keys(TABS) as TabKey[]).filter((key) => offered[key]);
  return (
    <QueryTabs
      label={t('tab.label')}
      tabs={keys.map((key) => {
        const Content = TABS[key];
        return { key, title: t(`tab.${key}`), content: () => <Content server={server} /> };
      })}
    />
  );
}
