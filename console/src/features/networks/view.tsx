import { NETWORK_STATUSES } from '@gantry/contract/nouns/networks/statuses';
import RhUiNetworkFillIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-network-fill-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { NetworkListTabs } from '../../parts/networks/network-tabs.tsx';
import { Connected } from './connected.tsx';
import { DELETION, isOwn } from './deletion.ts';
import { section } from './section.ts';
import { Subnets } from './subnets.tsx';
import { accessText, cidrsOf, kindText, TYPES, typeText } from './network-texts.ts';

/** The networks of the scope, and those that are shared with it. */
export const view = viewOf(section, {
  icon: RhUiNetworkFillIcon,
  members: [
    { of: 'name', in: ['edit'], field: { required: true } },
    {
      of: 'type',
      sort: true,
      value: ({ type }, { t }) => typeText(t, type),
      filter: { values: TYPES.map((value) => ({ value, label: `type.${value}` as const })) },
    },
    { key: 'kind', label: 'field.kind', value: ({ type }, { t }) => kindText(t, type), optional: true },
    { of: 'status', kind: 'status', statuses: NETWORK_STATUSES, sort: true },
    { of: 'ipam_enabled', key: 'ipam', label: 'field.ipam', kind: 'flag' },
    { key: 'ipv4', label: 'field.ipv4', kind: 'address', value: (network) => cidrsOf(network, 4) },
    { key: 'ipv6', label: 'field.ipv6', kind: 'address', value: (network) => cidrsOf(network, 6) },
    { key: 'access', label: 'field.access', value: (network, { t }) => accessText(t, network) },
    { of: 'mtu', label: { same: 'MTU' }, sort: true, kind: 'number', optional: true },
    // An id, which no language groups.
    { of: 'vlan_id', key: 'vlan', label: 'field.vlan', width: 'number', value: ({ vlan_id: id }) => id?.toString(), optional: true },
    // Administrators see what carries it.
    {
      of: 'physical_network',
      key: 'physical',
      label: 'field.physical',
      when: ({ scope }) => scope !== 'project',
      optional: true,
    },
    common.id,
  ],
  edit: {
    call: api.networks.update,
    fits: isOwn,
    form: () => import('@gantry/contract/nouns/networks/bodies').then(({ networkUpdateBody: schema }) => ({ schema })),
  },
  actions: [
    'edit',
    {
      call: api.networks.update,
      id: 'networks.access',
      label: 'access.action',
      fits: isOwn,
      dialog: () => import('./access-dialog.tsx').then(({ AccessDialog }) => AccessDialog),
    },
  ],
  above: <NetworkListTabs />,
  deletable: DELETION,
  body: (network, properties) => (
    <>
      {properties}
      <Subnets network={network} />
      <Connected network={network} />
    </>
  ),
});
