import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { ListTabs } from '../../app/resource/list-tabs.tsx';
import { useNounText } from '../../app/resource/noun-text.ts';
import { ALL_POOLS, BALANCERS } from './paths.ts';

/** Load balancers and the pools of all of them stand beside one another, under one entry of the menu. */
export function BalancerListTabs() {
  const balancers = useNounText('load-balancers')('title.list');
  const pools = useNounText('load-balancer-pools')('title.list');
  const may = useMay();
  const lists = [
    ...(may(api.loadBalancers.list) ? [{ title: balancers, to: BALANCERS }] : []),
    ...(may(api.loadBalancerPools.list) ? [{ title: pools, to: ALL_POOLS }] : []),
  ];
  return <ListTabs label={balancers} lists={lists} />;
}
