import type { Feature } from '../../app/feature.ts';
import type { OneLanguage } from '../../app/i18n/one-language.ts';
import { poolSection } from '../../parts/load-balancing/pool-section.ts';
import type languages from './texts.json';
import texts from './texts.json?languages';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'load-balancer-pools': OneLanguage<typeof languages>;
  }
}

/** The words of pools. Their pages belong to those of their balancers: the list of all is a tab beside these, under their entry of the menu. */
export const loadBalancerPools: Feature = {
  noun: 'load-balancer-pools',
  texts,
  details: { load_balancer_pool: poolSection.addressOf },
  routes: [],
};
