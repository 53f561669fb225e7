import RhUiDistributeIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-distribute-icon';
import type { Feature } from '../../app/feature.ts';
import { ALL_POOLS } from '../../parts/load-balancing/paths.ts';
import { poolSection } from '../../parts/load-balancing/pool-section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'load-balancer-pools': typeof en;
  }
}

/** The words of pools, and the list of all of them for who works on the whole cloud. Their pages belong to those of their balancers. */
export const loadBalancerPools: Feature = {
  noun: 'load-balancer-pools',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  details: { load_balancer_pool: poolSection.addressOf },
  menu: [{ path: ALL_POOLS, label: 'list', icon: RhUiDistributeIcon, side: 'administration', capability: 'load_balancer.create' }],
  routes: [],
};
