import type { Server } from '@gantry/contract/nouns/servers/entity';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { namesIn, type NameOf } from '../../../app/api/names.ts';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { ItemLink } from '../../../app/resource/item-link.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { COMING, ComingText } from '../../../ui/show/coming-text.tsx';
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
  const groupNames = useGroupNames(nics);
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
            value: ({ groups }) => groups.map((id) => groupNames(id) ?? COMING).join(', '),
            render: ({ groups }) =>
              groups.map((id, index) => (
                <Fragment key={id}>
                  {index > 0 && ', '}
                  <ItemLink kind="security_group" id={may(api.securityGroups.read) ? id : null}>
                    {groupNames(id) ?? <ComingText />}
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

/** What groups are called. */
function useGroupNames(nics: readonly Nic[]): NameOf {
  const may = useMay();
  const ids = [...new Set(nics.flatMap(({ groups }) => groups))];
  const wanted = { id: `in:${ids.join(',')}`, limit: 200 };
  const groups = useList(api.securityGroups.list, wanted, undefined, { enabled: ids.length > 0 && may(api.securityGroups.list) });
  return namesIn(groups);
}
