import { isVpnDeletable, isVpnEditable, isVpnRestartable } from '@gantry/contract/nouns/vpn-connections/rules';
import { VPN_STATUSES } from '@gantry/contract/nouns/vpn-connections/statuses';
import RhUiLockIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-lock-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { Notes, Parts } from './parts.tsx';
import { section } from './section.ts';

/** The VPN connections of the scope: where each leads. */
export const view = viewOf(section, {
  icon: RhUiLockIcon,
  members: [
    { of: 'status', kind: 'status', statuses: VPN_STATUSES, sort: true },
    {
      of: 'router_id',
      key: 'router',
      label: 'field.router',
      value: ({ router_id: id, router_name: name }) => name || id,
      link: { kind: 'router', id: ({ router_id: id }) => id },
      filter: { key: 'router', by: api.routers.list },
    },
    { of: 'peer_address', key: 'peer', label: 'field.peer', kind: 'address', sort: 'peer_address' },
    { of: 'ike_version', key: 'version', label: 'field.version' },
    { key: 'local', label: 'field.local', kind: 'address', value: ({ local_cidrs: ranges }) => ranges },
    { key: 'remote', label: 'field.remote', kind: 'address', value: ({ peer_cidrs: ranges }) => ranges },
    { of: 'local_address', key: 'local-address', label: 'field.local-address', kind: 'address', in: ['details'] },
    { of: 'peer_id', key: 'peer-id', label: 'field.peer-id', in: ['details'] },
    { of: 'local_id', key: 'local-id', label: 'field.local-id', in: ['details'] },
    {
      of: 'initiator',
      label: 'field.initiator',
      in: ['details'],
      value: ({ initiator }, { t }) => t(`initiator.${initiator as 'bi-directional'}`),
    },
    { key: 'dpd', label: 'field.dpd', in: ['details'], value: ({ dpd: { action } }, { t }) => t(`dpd.${action as 'hold'}`) },
    { key: 'interval', label: 'field.interval', in: ['details'], value: ({ dpd }, { t }) => t('seconds', { number: dpd.interval }) },
    { key: 'timeout', label: 'field.timeout', in: ['details'], value: ({ dpd }, { t }) => t('seconds', { number: dpd.timeout }) },
    { of: 'mtu', label: { same: 'MTU' }, kind: 'number', in: ['details'] },
    common.created,
    { of: 'description', in: ['details'] },
    {
      typed: 'name',
      in: ['edit'],
      field: { own: () => import('./edit-fields.tsx').then(({ EditFields }) => EditFields) },
    },
    common.id,
  ],
  edit: { call: api.vpnConnections.update, rule: isVpnEditable, form: () => import('./schema.ts').then(({ change }) => change) },
  actions: [
    {
      call: api.vpnConnections.restart,
      label: 'restart.action',
      rule: isVpnRestartable,
      confirm: ({ name }, { t }) => ({ title: t('restart.title', { name }), body: t('restart.body') }),
    },
    'edit',
  ],
  deletable: { rule: isVpnDeletable },
  body: (connection, properties) => (
    <>
      <Notes connection={connection} />
      {properties}
      <Parts connection={connection} />
    </>
  ),
});
