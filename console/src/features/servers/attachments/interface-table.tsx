import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import type { Nic } from './nics.ts';
import type { useInterfaceActions } from './use-interface-actions.ts';

interface InterfaceTableProps extends ReturnType<typeof useInterfaceActions> {
  server: Server;
  nics: readonly Nic[];
}

/** Networks a server is attached to, with what can be done to its interfaces. */
export function InterfaceTable({ server, nics, ofServer, ofNic }: InterfaceTableProps) {
  const { t } = useTranslation('servers');
  const may = useMay();
  const [add] = ofServer.offers(server);
  return (
    <>
      <SubTable
        name="interfaces"
        tools={add && <OfferButton offer={add} />}
        empty={t('networks.empty')}
        label={t('networks.label')}
        items={nics}
        nameOf={(nic) => `${nic.name} ${nic.id}`}
        markedBy={({ id, networkId }) => networkId ?? id}
        actions={ofNic}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'network',
            kind: 'name',
            sort: 'network',
            label: t('field.network'),
            value: ({ name }) => name,
            render: ({ name, networkId }) => (
              <ItemLink kind="network" id={may(api.networks.read) ? networkId : null}>
                {name}
              </ItemLink>
            ),
          },
          {
            key: 'floating',
            kind: 'address',
            label: t('networks.floating'),
            value: ({ floating }) => floating.join(', '),
          },
          { key: 'addresses', kind: 'address', sort: 'addresses', label: t('field.addresses'), value: ({ fixed }) => fixed.join(', ') },
          { key: 'mac', kind: 'address', sort: 'mac', label: t('networks.mac'), value: ({ id }) => id },
          {
            key: 'groups',
            label: t('networks.groups'),
            value: ({ groups }) => groups.map(({ name }) => name).join(', '),
            render: ({ groups }) =>
              groups.map(({ id, name }, index) => (
                <Fragment key={id}>
                  {index > 0 && ', '}
                  <ItemLink kind="security_group" id={may(api.securityGroups.read) ? id : null}>
                    {name}
                  </ItemLink>
                </Fragment>
              )),
          },
          {
            key: 'spoofing',
            kind: 'flag',
            label: t('networks.spoofing'),
            value: ({ isProtected }) => (isProtected === null ? null : t(isProtected ? 'networks.on' : 'networks.off')),
          },
        ]}
      />
    </>
  );
}
