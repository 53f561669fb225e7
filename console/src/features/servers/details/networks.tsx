import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { Dash } from '../../../ui/show/dash.tsx';
import { DataTable } from '../../../ui/show/data-table.tsx';

/** Networks a server is attached to. */
export function NetworksTab({ server }: { server: Server }) {
  const { t } = useTranslation('servers');
  if (server.networks.length === 0) return <p>{t('networks.empty')}</p>;
  return (
    <DataTable
      label={t('networks.label')}
      items={server.networks}
      keyOf={({ mac_addr: mac }) => mac}
      columns={[
        { label: t('field.network'), render: ({ name, network_id: id }) => <bdi>{name ?? id}</bdi> },
        { label: t('networks.mac'), render: ({ mac_addr: mac }) => <bdi>{mac}</bdi> },
        { label: t('field.addresses'), render: ({ ips }) => (ips.length > 0 ? <bdi>{ips.join(', ')}</bdi> : <Dash />) },
      ]}
    />
  );
}
