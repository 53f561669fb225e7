import type { FloatingIp } from '@gantry/contract/nouns/floating-ips/entity';
import { attachedKind } from '@gantry/contract/nouns/floating-ips/reach';
import { isReleasable } from '@gantry/contract/nouns/floating-ips/rules';
import { FLOATING_IP_STATUSES } from '@gantry/contract/nouns/floating-ips/statuses';
import RhUiLinkIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-link-icon';
import { api } from '../../app/api/calls.ts';
import { ItemLink } from '../../app/resource/item-link.tsx';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { section } from './section.ts';

const targetOf = ({ attachment }: FloatingIp): string | null => attachment && (attachment.object_name || attachment.object_id);

const assignDialog = () => import('./assign-dialog.tsx').then(({ AssignDialog }) => AssignDialog);

/** The floating IPs of the scope: what each leads to. */
export const view = viewOf(section, {
  icon: RhUiLinkIcon,
  members: [
    { of: 'status', kind: 'status', statuses: FLOATING_IP_STATUSES, sort: true },
    {
      key: 'target',
      label: 'field.target',
      value: targetOf,
      render: (one) =>
        one.attachment && (
          <ItemLink kind={attachedKind(one.attachment)} id={one.attachment.object_id}>
            {targetOf(one) ?? ''}
          </ItemLink>
        ),
    },
    { of: 'fixed_ip_address', key: 'fixed', label: 'field.fixed', kind: 'address' },
    {
      of: 'floating_network_id',
      key: 'network',
      label: 'field.network',
      in: ['list', 'details', 'create'],
      value: ({ floating_network_id: id, floating_network_name: name }) => name ?? id,
      link: { kind: 'network', id: ({ floating_network_id: id }) => id },
      filter: { key: 'network', by: api.networks.list },
      field: { own: () => import('./network-field.tsx').then(({ NetworkField }) => NetworkField) },
    },
    {
      of: 'router_id',
      key: 'router',
      label: 'field.router',
      in: ['details'],
      value: ({ router_id: id, router_name: name }) => name || id,
      link: { kind: 'router', id: ({ router_id: id }) => id },
    },
    // Clouds leave the choice of an address to their administrators.
    {
      of: 'floating_ip_address',
      label: 'field.name',
      in: ['create'],
      when: ({ user }) => user?.is_superuser === true,
      field: { helper: 'add.address-helper' },
    },
    common.created,
    { of: 'description', in: ['details', 'create', 'edit'] },
    {
      typed: 'assign',
      in: ['create'],
      field: {
        if: ({ floating_network_id: network }) => network !== undefined,
        own: () => import('./network-field.tsx').then(({ TargetField }) => TargetField),
      },
    },
    common.id,
  ],
  create: () => import('./creation.ts').then(({ creation }) => creation),
  edit: {
    call: api.floatingIps.update,
    form: () => import('@gantry/contract/nouns/floating-ips/bodies').then(({ floatingIpUpdateBody: schema }) => ({ schema })),
  },
  actions: [
    { call: api.floatingIps.assign, label: 'assign.action', dialog: assignDialog },
    {
      call: api.floatingIps.release,
      label: 'release.action',
      rule: isReleasable,
      confirm: (one, { t }) => ({
        title: t('release.title', { name: one.name }),
        body: t('release.body', { target: targetOf(one) ?? '' }),
      }),
      bulk: {
        call: api.floatingIps.bulkRelease,
        confirm: ({ t }) => ({ title: t('release.bulk-title'), body: t('release.bulk-body') }),
      },
    },
    'edit',
  ],
  dialogs: { assign: assignDialog },
});
