import type { Server } from '@gantry/contract/nouns/servers/entity';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { menuColumn } from '../../../ui/action/menu-column.tsx';
import { OfferButton } from '../../../ui/action/offer-button.tsx';
import { Dash } from '../../../ui/show/dash.tsx';
import { SubTable } from '../../../app/resource/sub-list.tsx';
import { useUiText } from '../../../ui/text.ts';
import type { Nic } from './nics.ts';
import type { useInterfaceActions } from './use-interface-actions.ts';

interface InterfaceTableProps extends ReturnType<typeof useInterfaceActions> {
  server: Server;
  nics: readonly Nic[];
}

const Listed = ({ items }: { items: readonly string[] }) => (items.length > 0 ? <bdi>{items.join(', ')}</bdi> : <Dash />);

/** Networks a server is attached to, with what can be done to its interfaces. */
export function InterfaceTable({ server, nics, ofServer, ofNic }: InterfaceTableProps) {
  const { t } = useTranslation('servers');
  const { t: ui } = useUiText();
  const groupNames = useGroupNames(nics);
  const [add] = ofServer.offers(server);
  const protection = (isProtected: boolean | null) => (isProtected === null ? <Dash /> : t(isProtected ? 'networks.on' : 'networks.off'));
  return (
    <>
      {add && (
        <div className="gantry-tab-actions">
          <OfferButton offer={add} />
        </div>
      )}
      <SubTable
        name="interfaces"
        empty={t('networks.empty')}
        label={t('networks.label')}
        items={nics}
        keyOf={({ id }) => id}
        columns={[
          { key: 'network', label: t('field.network'), value: ({ name }) => name, render: ({ name }) => <bdi>{name}</bdi> },
          { key: 'mac', label: t('networks.mac'), value: ({ id }) => id, render: ({ id }) => <bdi>{id}</bdi> },
          {
            key: 'addresses',
            label: t('field.addresses'),
            value: ({ fixed }) => fixed.join(' '),
            render: ({ fixed }) => <Listed items={fixed} />,
          },
          { label: t('networks.floating'), render: ({ floating }) => <Listed items={floating} /> },
          { label: t('networks.groups'), render: ({ groups }) => <Listed items={groups.map(groupNames)} /> },
          { label: t('networks.spoofing'), render: ({ isProtected }) => protection(isProtected) },
          ...menuColumn(ui, ofNic, (nic) => `${nic.name} ${nic.id}`),
        ]}
      />
    </>
  );
}

/** What groups are called; one that is not seen by its id. */
function useGroupNames(nics: readonly Nic[]): (id: string) => string {
  const may = useMay();
  const ids = [...new Set(nics.flatMap(({ groups }) => groups))];
  const wanted = { id: `in:${ids.join(',')}`, limit: 200 };
  const groups = useList(api.securityGroups.list, wanted, undefined, { enabled: ids.length > 0 && may(api.securityGroups.list) });
  const names = new Map(groups.data?.data.map(({ id, name }) => [id, name]));
  return (id) => names.get(id) ?? id;
}
