import type { LoadBalancer } from '@gantry/contract/nouns/load-balancers/entity';
import { isFloatingIpAssignable, isLoadBalancerEditable } from '@gantry/contract/nouns/load-balancers/rules';
import { useTranslation } from 'react-i18next';
import { useMayMakeOf } from '../../app/abilities/use-may-make-of.ts';
import { useMay } from '../../app/abilities/use-may.ts';
import { api } from '../../app/api/calls.ts';
import { useRefresh } from '../../app/api/use-refresh.ts';
import { useNounText } from '../../app/resource/noun-text.ts';
import { useOpenOver } from '../../app/resource/use-open-over.ts';
import { POOLS, WINDOW } from '../../parts/load-balancing/paths.ts';
import { useFloatingRelease } from '../../parts/networks/use-floating-release.ts';
import type { Action } from '../../ui/action/action.ts';

/** What can be done to load balancers beside what their table says: pools, and floating IPs that lead there. */
export function useBalancerActions(others: readonly Action<LoadBalancer>[]): readonly Action<LoadBalancer>[] {
  const { t } = useTranslation('load-balancers');
  const { t: shared } = useTranslation('resource');
  const pool = useNounText('load-balancer-pools');
  const openOver = useOpenOver();
  const makes = useMayMakeOf()(api.loadBalancerPools.create);
  const may = useMay();
  const release = useFloatingRelease();
  const refresh = useRefresh('load_balancer');
  return [
    ...others,
    {
      id: 'loadBalancerPools.create',
      label: pool('title.add'),
      ...makes,
      rule: isLoadBalancerEditable,
      run: ({ id }) => openOver(`${POOLS}/${WINDOW}`, { loadBalancerId: id }),
    },
    {
      id: 'floatingIps.assign',
      label: shared('floating.assign'),
      offered: may(api.floatingIps.assign),
      fits: ({ floating_ip_address: ip }) => ip === null,
      rule: isFloatingIpAssignable,
      dialog: () => import('./floating-dialog.tsx').then(({ FloatingDialog }) => FloatingDialog),
    },
    {
      id: 'floatingIps.release',
      label: shared('floating.release'),
      offered: may(api.floatingIps.release),
      fits: ({ floating_ip_address: ip }) => ip !== null,
      rule: () => true,
      confirm: ({ floating_ip_address: addresses }) => ({
        title: shared('floating.release-title', { addresses }),
        body: t('floating-release.body'),
        confirm: shared('floating.release'),
      }),
      run: ({ id, floating_ip_address: ip }) => release(id, ip === null ? [] : [ip]).then(refresh),
    },
  ];
}
