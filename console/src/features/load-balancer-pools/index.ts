import type { Feature } from '../../app/feature.ts';
import { poolSection } from '../../parts/load-balancing/pool-section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'load-balancer-pools': typeof en;
  }
}

/** The words of pools. Their pages belong to those of their balancers: the list of all is a tab beside these, under their entry of the menu. */
export const loadBalancerPools: Feature = {
  noun: 'load-balancer-pools',
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  details: { load_balancer_pool: poolSection.addressOf },
  routes: [],
};
