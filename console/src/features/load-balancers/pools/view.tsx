import { isPoolDeletable } from '@gantry/contract/nouns/load-balancer-pools/rules';
import { POOL_STATUSES } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import { POOL_PROTOCOLS } from '@gantry/contract/nouns/load-balancer-pools/values';
import RhUiDistributeIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-distribute-icon';
import { useParams } from '@tanstack/react-router';
import { api } from '../../../app/api/calls.ts';
import { useItem } from '../../../app/api/hooks.ts';
import { common } from '../../../app/view/members.ts';
import { viewOf } from '../../../app/view/view.tsx';
import { BalancerListTabs } from '../../../parts/load-balancing/balancer-tabs.tsx';
import { ALL_POOLS } from '../../../parts/load-balancing/paths.ts';
import { algorithmText, forwardText } from '../../../parts/load-balancing/pool-words.ts';
import { poolSection } from '../../../parts/load-balancing/pool-section.ts';
import { Count } from '../../../ui/show/count.tsx';
import { countsOf } from './health.ts';
import { Pieces } from './pieces.tsx';
import { PoolTabs } from './tabs.tsx';
import { usePoolActions } from './use-pool-actions.ts';

/** The balancer that the address names; undefined on the list of all pools. */
function useBalancer() {
  const { loadBalancerId } = useParams({ strict: false }) as { loadBalancerId?: string };
  const { data } = useItem(api.loadBalancers.read, { loadBalancerId: loadBalancerId ?? '' }, { enabled: loadBalancerId !== undefined });
  return { balancer: data, isBelow: loadBalancerId !== undefined };
}

/** Pools: the list of all in the scope, and the page of one below its balancer. */
export const poolView = viewOf(poolSection, {
  icon: RhUiDistributeIcon,
  members: [
    { of: 'status', kind: 'status', statuses: POOL_STATUSES, sort: true },
    {
      key: 'balancer',
      label: 'field.balancer',
      value: ({ loadbalancer_name: name, loadbalancer_id: id }) => name || id,
      link: { kind: 'load_balancer', id: ({ loadbalancer_id: id }) => id },
    },
    { key: 'forward', label: 'field.forward', kind: 'address', value: forwardText, sort: 'port' },
    {
      of: 'protocol',
      label: 'field.protocol',
      sort: true,
      optional: true,
      in: ['list'],
      filter: { values: POOL_PROTOCOLS.map((value) => ({ value, label: { same: value } })) },
    },
    { of: 'lb_algorithm', key: 'algorithm', label: 'field.algorithm', value: ({ lb_algorithm: one }, { t }) => algorithmText(t, one) },
    {
      key: 'members',
      label: 'members.label',
      value: ({ members }, { t }) => t('members.healthy', { ...countsOf(members) }),
      in: ['list'],
    },
    { of: 'enabled', label: 'field.enabled', kind: 'flag' },
    { of: 'sticky_session', label: 'field.sticky', kind: 'flag', in: ['details'] },
    {
      of: 'connection_limit',
      label: 'field.limit',
      in: ['details'],
      kind: 'number',
      details: ({ connection_limit: limit }, { t }) => (limit === -1 ? t('field.unlimited') : <Count value={limit} />),
    },
    { of: 'proxy_protocol_enabled', label: 'field.proxy', kind: 'flag', in: ['details'] },
    {
      key: 'headers',
      label: 'headers.inserted',
      kind: 'address',
      in: ['details'],
      value: ({ insert_headers: headers }) => Object.entries(headers).flatMap(([name, isSet]) => (isSet ? name : [])),
    },
    { of: 'tls_enabled', label: 'tls.label', kind: 'flag', in: ['details'] },
    { of: 'description', in: ['details'] },
    common.created,
    common.id,
  ],
  useActions: () => {
    const { balancer, isBelow } = useBalancer();
    return usePoolActions(balancer, isBelow ? undefined : { name: ALL_POOLS, params: {}, query: {} });
  },
  buttons: ['loadBalancerPools.pool', 'loadBalancerPools.health'],
  above: <BalancerListTabs />,
  deletable: { rule: isPoolDeletable, consequences: Pieces },
  shape: { tabs: 4 },
  body: (pool, properties) => <PoolTabs pool={pool} properties={properties} />,
});
