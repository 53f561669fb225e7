import type { Router } from '@gantry/contract/nouns/routers/entity';
import { isRouterDeletable } from '@gantry/contract/nouns/routers/rules';
import { ROUTER_STATUSES } from '@gantry/contract/nouns/routers/statuses';
import RhUiRouteIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-route-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { Interfaces } from './interfaces.tsx';
import { Routes } from './routes.tsx';
import { section } from './section.ts';

const interfaceDialog = () => import('./interface-dialog.tsx').then(({ InterfaceDialog }) => InterfaceDialog);

/** The routers of the scope: where each leads. */
export const view = viewOf(section, {
  icon: RhUiRouteIcon,
  members: [
    { of: 'name', in: ['create', 'edit'], field: { required: true } },
    { of: 'status', kind: 'status', statuses: ROUTER_STATUSES, sort: true },
    {
      of: 'external_gateway_info',
      key: 'external',
      label: 'field.external',
      in: ['list', 'details', 'create', 'edit'],
      value: ({ external_gateway_info: gateway }) => gateway && (gateway.network_name ?? gateway.network_id),
      link: { kind: 'network', id: ({ external_gateway_info: gateway }) => gateway?.network_id },
      field: { own: () => import('./gateway-fields.tsx').then(({ GatewayFields }) => GatewayFields) },
    },
    {
      key: 'address',
      label: 'field.address',
      kind: 'address',
      value: ({ external_gateway_info: gateway }) => gateway?.external_fixed_ips.map(({ ip_address: ip }) => ip),
    },
    { key: 'snat', label: { same: 'SNAT' }, kind: 'flag', value: ({ external_gateway_info: gateway }) => gateway?.enable_snat },
    {
      key: 'networks',
      label: 'field.networks',
      kind: 'number',
      value: ({ interfaces_info: interfaces }) => new Set(interfaces.map(({ network_id: id }) => id)).size,
    },
    {
      typed: 'interfaces',
      in: ['create'],
      field: { own: () => import('./interface-fields.tsx').then(({ InterfaceFields }) => InterfaceFields) },
    },
    common.created,
    common.id,
  ],
  create: () => import('./gateway-draft.ts').then(({ creation }) => creation),
  edit: { call: api.routers.update, form: () => import('./gateway-draft.ts').then(({ change }) => change) },
  actions: [
    'edit',
    // On the page of one, its interfaces have the button.
    { call: api.routers.addInterface, label: 'interface.add', on: 'list', dialog: interfaceDialog },
  ],
  deletable: { rule: isRouterDeletable },
  tabs: {
    label: 'tab.label',
    of: [
      { key: 'interfaces', title: 'tab.interfaces', content: (router: Router) => <Interfaces router={router} /> },
      { key: 'routes', title: 'tab.routes', content: (router: Router) => <Routes router={router} /> },
    ],
  },
  dialogs: { connect: interfaceDialog },
});
