import { api } from '../../app/api/calls.ts';
import { ListTabs } from '../../app/resource/list-tabs.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { ALL_POOLS, BALANCERS } from './paths.ts';

/** Load balancers and the pools of all of them stand beside one another, under one entry of the menu. */
export function BalancerListTabs() {
  const balancers = useNounText('load-balancers')('title.list');
  const pools = useNounText('load-balancer-pools')('title.list');
  const lists = [
    { title: balancers, to: BALANCERS, call: api.loadBalancers.list },
    { title: pools, to: ALL_POOLS, call: api.loadBalancerPools.list },
  ];
  return <ListTabs label={balancers} lists={lists} />;
}
