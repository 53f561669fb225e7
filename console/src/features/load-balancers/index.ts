import RhUiDistributeIcon from '@patternfly/react-icons/dist/esm/icons/rh-ui-distribute-icon';
import { api } from '../../app/api/calls.ts';
import { viewFeature } from '../../app/view/feature.ts';
import { ALL_POOLS } from '../../parts/load-balancing/paths.ts';
import { poolRoutes } from './pools/routes.ts';
import { DETAILS_TABS, POOLS, section } from './section.ts';
import type en from './texts/en.json';

declare module '../../app/i18n/resources.ts' {
  interface TextResources {
    'load-balancers': typeof en;
  }
}

/** Addresses whose traffic is spread over virtual machines. */
export const loadBalancers = viewFeature(section, {
  texts: import.meta.glob('./texts/*.json', { import: 'default' }),
  words: ['load-balancer-pools'],
  menu: [{ path: section.path, covers: [ALL_POOLS], label: 'list', icon: RhUiDistributeIcon, capability: 'load_balancer.create' }],
  view: () => import('./view.tsx'),
  form: () => import('./add-page.tsx'),
  first: POOLS,
  tabPages: [POOLS],
  tabs: DETAILS_TABS,
  routes: poolRoutes,
  over: { edit: { at: ['edit', 'edit/$returnRoute'], title: 'resource:edit.action', call: api.loadBalancers.update } },
});
