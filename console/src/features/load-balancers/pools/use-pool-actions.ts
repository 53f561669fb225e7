import type { Pool } from '@gantry/contract/nouns/load-balancer-pools/entity';
import { isPoolEditable } from '@gantry/contract/nouns/load-balancer-pools/rules';
import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import type { Rule } from '@gantry/contract/wire/rule-result';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../../app/abilities/use-may.ts';
import { api } from '../../../app/api/calls.ts';
import { useSend } from '../../../app/api/hooks.ts';
import { useRefresh } from '../../../app/api/use-refresh.ts';
import { useNounText } from '../../../app/resource/noun-text.ts';
import { useOpenOver } from '../../../app/resource/use-open-over.ts';
import { encodeReturnRoute, type ReturnRoute } from '../../../app/router/return-route.ts';
import { EDIT_POOL, type PoolChange } from '../../../parts/load-balancing/paths.ts';
import type { Action } from '../../../ui/action/action.ts';

const CHANGES = ['pool', 'members', 'health', 'cidrs'] as const satisfies readonly PoolChange[];

/** Whether a pool can be changed now: nothing is made of it, nor of its balancer as far as that is known. */
const editableIn =
  (balancer: LoadBalancer | undefined): Rule<Pool> =>
  (pool) => {
    const verdict = isPoolEditable(pool);
    return verdict === true && balancer ? isLoadBalancerEditable(balancer) : verdict;
  };

/**
 * What can be done to pools beside their deletion.
 * @param balancer whose pools they are; undefined where it is not known
 * @param back where the windows lead back to; the page of the pool where absent
 */
export function usePoolActions(balancer: LoadBalancer | undefined, back?: ReturnRoute): Action<Pool>[] {
  const { t } = useTranslation('load-balancer-pools');
  const { t: balancers } = useTranslation('load-balancers');
  const text = useNounText('load-balancer-pools');
  const may = useMay();
  const send = useSend();
  const openOver = useOpenOver();
  const refresh = useRefresh('load_balancer_pool');
  const rule = editableIn(balancer);
  const offered = may(api.loadBalancerPools.update);
  const open = (change: PoolChange, { id, loadbalancer_id: loadBalancerId }: Pool) => {
    const to = EDIT_POOL[change];
    const params = { loadBalancerId, loadBalancerPoolId: id };
    return back ? openOver(`${to}/$returnRoute`, { ...params, returnRoute: encodeReturnRoute(back) }) : openOver(to, params);
  };
  const turn = (enabled: boolean): Action<Pool> => ({
    id: `loadBalancerPools.${enabled ? 'enable' : 'disable'}`,
    label: balancers(enabled ? 'switch.on' : 'switch.off'),
    offered,
    fits: (pool) => pool.enabled !== enabled,
    rule,
    ...(!enabled && {
      confirm: ({ name }) => ({ title: balancers('switch.title', { name }), body: t('disable.body'), confirm: balancers('switch.off') }),
    }),
    run: ({ id }) => send(api.loadBalancerPools.update, { params: { loadBalancerPoolId: id }, body: { enabled } }).then(refresh),
  });
  return [
    ...CHANGES.map((change): Action<Pool> => ({
      id: `loadBalancerPools.${change}`,
      label: change === 'pool' ? text('edit.action') : t(`action.${change}` as const),
      offered,
      rule,
      run: (pool) => open(change, pool),
    })),
    turn(true),
    turn(false),
  ];
}
