import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { isPoolDeletable } from '@gantry/contract/nouns/load-balancer-pools/rules';
import { POOL_STATUSES } from '@gantry/contract/nouns/load-balancer-pools/statuses';
import { POOL_LIMITS } from '@gantry/contract/nouns/load-balancer-pools/values';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { useTranslation } from 'react-i18next';
import { useMayMakeOf } from '../../../app/abilities/use-may-make-of.ts';
import { api } from '../../../app/api/calls.ts';
import { useList } from '../../../app/api/hooks.ts';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { useNounFailure, useNounReason } from '../../../app/resource/reason-text.ts';
import { ResourceStatus } from '../../../app/resource/status.tsx';
import { SubButton, SubList } from '../../../app/resource/sub-list.tsx';
import { useOpenOver } from '../../../app/resource/use-open-over.ts';
import { useDeleteAction, useResourceActions } from '../../../app/resource/use-resource-actions.ts';
import { POOLS, WINDOW } from '../../../parts/load-balancing/paths.ts';
import { algorithmText, forwardText } from '../../../parts/load-balancing/pool-words.ts';
import { countsOf } from './health.ts';
import { Pieces } from './pieces.tsx';
import { PoolLink } from './pool-link.tsx';
import { usePoolActions } from './use-pool-actions.ts';

const NOUN = 'load-balancer-pools';

/** The pools of a load balancer, each with the way to its page and what can be done to it; one more is added in a window. */
export function PoolsOf({ balancer }: { balancer: LoadBalancer }) {
  const { t } = useTranslation(NOUN);
  const text = useNounText(NOUN);
  const openOver = useOpenOver();
  const { offered, fits } = useMayMakeOf()(api.loadBalancerPools.create);
  const query = useList(api.loadBalancerPools.list, { load_balancer: balancer.id, sort: 'name:asc', limit: POOL_LIMITS.ofBalancer });
  const params = { loadBalancerId: balancer.id };
  const actions = useActions(balancer, query.data?.data ?? []);
  const canAdd = offered && fits(balancer) && isLoadBalancerEditable(balancer) === true;
  return (
    <>
      <SubList
        name="pools"
        tools={canAdd && <SubButton label={text('title.add')} onClick={() => openOver(`${POOLS}/${WINDOW}`, params)} />}
        label={text('title.list')}
        query={query}
        empty={text('list.empty-body')}
        nameOf={({ id, name }: Pool) => name || id}
        actions={actions}
        idOf={({ id }) => id}
        columns={[
          {
            key: 'name',
            kind: 'name',
            sort: 'name',
            label: text('field.name'),
            value: ({ id, name }) => name || id,
            render: (pool) => <PoolLink pool={pool} />,
          },
          {
            key: 'status',
            kind: 'status',
            sort: 'status',
            label: text('field.status'),
            value: ({ status }) => status,
            render: ({ status }) => <ResourceStatus noun={NOUN} of={POOL_STATUSES} status={status} />,
          },
          {
            key: 'way',
            sort: 'way',
            label: t('field.forward'),
            value: forwardText,
            render: (pool) => <bdi dir="ltr">{forwardText(pool)}</bdi>,
          },
          { key: 'algorithm', sort: 'algorithm', label: t('field.algorithm'), value: (pool) => algorithmText(t, pool.lb_algorithm) },
          {
            key: 'members',
            sort: 'members',
            label: t('members.label'),
            value: ({ members }) => t('members.healthy', { ...countsOf(members) }),
          },
        ]}
      />
      {actions.dialog}
    </>
  );
}

function useActions(balancer: LoadBalancer, items: readonly Pool[]) {
  const own = usePoolActions(balancer, { name: POOLS, params: { loadBalancerId: balancer.id }, query: {} });
  const remove = useDeleteAction<Pool>({
    noun: NOUN,
    kind: 'load_balancer_pool',
    calls: api.loadBalancerPools,
    rule: isPoolDeletable,
    consequences: Pieces,
  });
  return useResourceActions<Pool>({
    kind: 'load_balancer_pool',
    items,
    actions: [...own, remove],
    reasonText: useNounReason(NOUN),
    describe: useNounFailure(NOUN),
  });
}
