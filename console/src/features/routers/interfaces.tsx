import type { Router, RouterInterface } from '@gantry/contract/nouns/routers/entity';
import { ROUTER_STATUSES } from '@gantry/contract/nouns/routers/statuses';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useCommand } from '../../app/api/hooks.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../../app/resource/reason-text.ts';
import { ResourceStatus } from '../../app/resource/status.tsx';
import { SubButton, SubTable } from '../../app/resource/sub-list.tsx';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import { useResourceActions } from '../../app/resource/use-resource-actions.ts';
import { addTo, editIn, OUTSIDE } from './section.ts';
import { useGatewayRule } from './use-gateway-rule.ts';

/** An interface goes by its network. */
interface Row extends Pick<RouterInterface, 'network_id' | 'fixed_ips' | 'status' | 'type'> {
  id: string;
  name: string;
}

/** The external one first, as the server lists them. */
function rowsOf({ external_interface: external, external_gateway_info: gateway, interfaces_info: internal }: Router): Row[] {
  return [
    ...(external ? [{ ...external, id: OUTSIDE, type: 'external' as const, name: gateway?.network_name ?? external.network_id }] : []),
    ...internal.map(({ port_id: id, network_name: name, ...one }) => ({
      ...one,
      id,
      type: 'internal' as const,
      name: name ?? one.network_id,
    })),
  ];
}

/** The networks that a router is connected to, the way out first. */
export function Interfaces({ router }: { router: Router }) {
  const { t } = useTranslation('routers');
  const text = useNounText('routers');
  const may = useMay();
  const openOver = useOpenOver();
  const rows = rowsOf(router);
  const actions = useInterfaceActions(router, rows);
  return (
    <>
      <SubTable
        name="interfaces"
        tools={
          may(api.routers.addInterface) && (
            <SubButton label={t('interface.add')} onClick={() => openOver(addTo('interfaces'), { routerId: router.id })} />
          )
        }
        empty={t('interface.none')}
        label={t('tab.interfaces')}
        items={rows}
        nameOf={(row) => row.name}
        markedBy={(row) => row.network_id}
        actions={actions}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'network',
            kind: 'name',
            sort: 'network',
            label: t('field.network'),
            value: ({ name }) => name,
            render: ({ network_id: id, name }) => (
              <ItemLink kind="network" id={id}>
                {name}
              </ItemLink>
            ),
          },
          {
            key: 'type',
            sort: 'type',
            label: text('field.type'),
            value: ({ type }) => t(`interface.${type}`),
          },
          {
            key: 'ip',
            kind: 'address',
            sort: 'ip',
            label: t('field.ip'),
            value: ({ fixed_ips: fixed }) => fixed.map((one) => one.ip_address).join(', '),
            render: ({ fixed_ips: fixed }) => <bdi dir="ltr">{fixed.map((one) => one.ip_address).join(', ')}</bdi>,
          },
          {
            key: 'status',
            kind: 'status',
            sort: 'status',
            label: text('field.status'),
            value: ({ status }) => status,
            render: ({ status }) => <ResourceStatus noun="routers" of={ROUTER_STATUSES} status={status} />,
          },
        ]}
      />
      {actions.dialog}
    </>
  );
}

/** Disconnecting; the way out is taken away by giving the router none (S2 §7). */
function useInterfaceActions(router: Router, items: readonly Row[]) {
  const { t } = useTranslation('routers');
  const text = useNounText('routers');
  const may = useMay();
  const openOver = useOpenOver();
  const refresh = useRefresh('router');
  const change = useCommand(api.routers.update);
  const disconnect = useCommand(api.routers.removeInterface);
  const gatewayRule = useGatewayRule(router);
  const params = { routerId: router.id };
  const isOutside = ({ type }: Row) => type === 'external';
  return useResourceActions<Row>({
    kind: 'router',
    reasonText: useNounReason('routers'),
    describe: useNounFailure('routers'),
    items,
    actions: [
      {
        id: 'routers.update',
        label: text('edit.action'),
        offered: may(api.routers.update),
        fits: isOutside,
        rule: () => true,
        run: ({ id }) => openOver(editIn('interfaces'), { ...params, itemId: id }),
      },
      {
        id: 'routers.removeInterface',
        label: t('interface.remove'),
        offered: may(api.routers.removeInterface) && may(api.routers.update),
        rule: (row) => !isOutside(row) || gatewayRule(null),
        danger: true,
        confirm: (row) => ({
          title: t('interface.remove-title', { name: row.name }),
          body: t(isOutside(row) ? 'interface.remove-external' : 'interface.remove-body'),
          confirm: t('interface.remove'),
        }),
        run: (row) =>
          (isOutside(row)
            ? change.mutateAsync({ params, body: { external_gateway_info: null } })
            : disconnect.mutateAsync({ params, body: { network_id: row.network_id } })
          ).then(refresh),
      },
    ],
  });
}
