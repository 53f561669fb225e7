import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { ActionMenu } from '../../../ui/action/action-menu.tsx';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { Dash } from '../../../ui/show/dash.tsx';
import { DataTable } from '../../../ui/show/data-table.tsx';
import { useUiText } from '../../../ui/text.ts';
import type { Nic, useInterfaceActions } from './use-interface-actions.ts';

interface InterfaceTableProps extends ReturnType<typeof useInterfaceActions> {
  server: Server;
  nics: readonly Nic[];
}

/** Networks a server is attached to, with what can be done to its interfaces. */
export function InterfaceTable({ server, nics, ofServer, ofNic }: InterfaceTableProps) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const [add] = ofServer.offers(server);
  return (
    <>
      {add && (
        <div className="gantry-tab-actions">
          <OfferButton offer={add} />
        </div>
      )}
      {nics.length === 0 && <p>{t('networks.empty')}</p>}
      {nics.length > 0 && (
        <DataTable
          label={t('networks.label')}
          items={nics}
          keyOf={({ id }) => id}
          columns={[
            { label: t('field.network'), render: ({ name }) => <bdi>{name}</bdi> },
            { label: t('networks.mac'), render: ({ id }) => <bdi>{id}</bdi> },
            { label: t('field.addresses'), render: ({ ips }) => (ips.length > 0 ? <bdi>{ips.join(', ')}</bdi> : <Dash />) },
            ...(ofNic.any
              ? [
                  {
                    label: ui('table.actions'),
                    menu: true as const,
                    render: (nic: Nic) => (
                      <ActionMenu label={ui('actions.of', { name: `${nic.name} ${nic.id}` })} offers={ofNic.offers(nic)} />
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </>
  );
}
