import { isHighlyAvailable } from '@gantry/contract/nouns/load-balancers/availability';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import {
  isFailoverPossible,
  isLoadBalancerDeletable,
  isLoadBalancerEditable,
  isRecreatable,
} from '@gantry/contract/nouns/load-balancers/rules';
import { LOAD_BALANCER_STATUSES } from '@gantry/contract/nouns/load-balancers/statuses';
import RhUiDistributeIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-distribute-icon';
import { api } from '../../app/api/calls.ts';
import { common } from '../../app/view/members.ts';
import { viewOf } from '../../app/view/view.tsx';
import { BalancerListTabs } from '../../parts/load-balancing/balancer-tabs.tsx';
import { Banners } from './banners.tsx';
import { Overview } from './overview.tsx';
import { PoolsOf } from './pools/list.tsx';
import { POOLS, section } from './section.ts';
import { Taken } from './taken.tsx';
import { useBalancerActions } from './use-actions.ts';

/** The load balancers of the scope. */
export const view = viewOf(section, {
  icon: RhUiDistributeIcon,
  members: [
    { of: 'name', in: ['edit'], field: { required: true } },
    { of: 'status', kind: 'status', statuses: LOAD_BALANCER_STATUSES, sort: true },
    { of: 'floating_ip_address', key: 'floating', label: 'field.floating', kind: 'address' },
    { of: 'address', kind: 'address', sort: true },
    {
      of: 'network_id',
      key: 'network',
      label: 'field.network',
      value: ({ network_id: id, network_name: name }) => name ?? id,
      link: { kind: 'network', id: ({ network_id: id }) => id },
      filter: { key: 'network', by: api.networks.list },
    },
    { key: 'pools', label: 'field.pools', kind: 'number', value: ({ pools }) => pools.length },
    { of: 'members_count', key: 'members', label: 'field.members', kind: 'number' },
    { key: 'ha', label: 'field.ha', kind: 'flag', value: ({ amphorae, topology }) => isHighlyAvailable(amphorae, topology) },
    {
      of: 'flavor_id',
      key: 'flavor',
      label: 'field.flavor',
      in: ['details'],
      value: ({ flavor_id: id, flavor_name: name }) => name ?? id,
    },
    { of: 'description', in: ['details', 'edit'] },
    common.created,
    { of: 'updated_at', key: 'updated', label: 'field.updated', kind: 'time', in: ['details'] },
    { of: 'subnet_id', key: 'subnet', label: 'field.subnet', kind: 'copied', in: ['details'] },
    { of: 'port_id', key: 'port', label: 'field.port', kind: 'copied', in: ['details'] },
    common.id,
  ],
  edit: {
    call: api.loadBalancers.update,
    rule: isLoadBalancerEditable,
    form: () => import('@gantry/contract/nouns/load-balancers/bodies').then(({ loadBalancerUpdateBody: schema }) => ({ schema })),
  },
  actions: [
    'edit',
    {
      call: api.loadBalancers.update,
      id: 'loadBalancers.enable',
      label: 'switch.on',
      rule: isLoadBalancerEditable,
      fits: ({ enabled }) => !enabled,
      body: () => ({ enabled: true }),
    },
    {
      call: api.loadBalancers.update,
      id: 'loadBalancers.disable',
      label: 'switch.off',
      rule: isLoadBalancerEditable,
      fits: ({ enabled }) => enabled,
      body: () => ({ enabled: false }),
      confirm: ({ name }, { t }) => ({ title: t('switch.title', { name }), body: t('switch.body') }),
    },
    {
      call: api.loadBalancers.failover,
      label: 'failover.action',
      rule: isFailoverPossible,
      confirm: ({ name, amphorae, topology }, { t }) => ({
        title: t('failover.title', { name }),
        body: t(isHighlyAvailable(amphorae, topology) ? 'failover.body' : 'failover.body-single'),
      }),
    },
    {
      call: api.loadBalancers.recreate,
      label: 'recreate.action',
      rule: isRecreatable,
      fits: (balancer) => isRecreatable(balancer) === true,
      confirm: ({ name }, { t }) => ({ title: t('recreate.title', { name }), body: t('recreate.body') }),
    },
  ],
  useActions: useBalancerActions,
  buttons: ['edit', 'loadBalancers.recreate', 'loadBalancers.enable', 'floatingIps.assign'],
  above: <BalancerListTabs />,
  deletable: { rule: isLoadBalancerDeletable, consequences: Taken },
  banner: (balancer) => <Banners balancer={balancer} />,
  tabs: {
    label: 'tab.label',
    of: [
      { key: POOLS, title: 'field.pools', content: (balancer: LoadBalancer) => <PoolsOf balancer={balancer} /> },
      { key: 'overview', title: 'tab.overview', content: (balancer: LoadBalancer) => <Overview balancer={balancer} /> },
      { key: 'properties', title: 'tab.properties' },
    ],
  },
});
