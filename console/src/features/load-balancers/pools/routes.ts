import { api } from '../../../app/api/calls.ts';
import type { FeatureRoute } from '../../../app/feature.ts';
import { nounText } from '../../../app/resource/noun-text.ts';
import { detailsRoute, formRoute, listRoute } from '../../../app/resource/routes.ts';
import { ADD_BALANCER, ALL_POOLS, EDIT_POOL, OVER_WINDOW, POOL, POOL_TABS, POOLS, WINDOW } from '../../../parts/load-balancing/paths.ts';
import { poolSection } from '../../../parts/load-balancing/pool-section.ts';

const NOUN = 'load-balancer-pools';
const { create, read, update, list } = api.loadBalancerPools;

const page = () => import('./view.tsx').then(({ poolView: { Details: Page } }) => ({ Page }));
const changes = () => import('./over-pool.tsx');
const windows = () => import('../../../parts/load-balancing/over-windows.tsx');

/** The windows over the form of a pool, which stands at an address. */
const overWindow = (form: string, parent: string): FeatureRoute[] => {
  const restriction = { subject: create.subject, action: 'create', inProject: create.inProject! } as const;
  return [
    {
      path: `${form}/${OVER_WINDOW.members}`,
      within: form,
      parent,
      title: 'load-balancer-pools:members.label',
      restriction,
      load: () => windows().then(({ MembersWindow: Page }) => ({ Page })),
    },
    {
      path: `${form}/${OVER_WINDOW.monitor}`,
      within: form,
      parent,
      title: 'load-balancer-pools:monitor.label',
      restriction,
      load: () => windows().then(({ MonitorWindow: Page }) => ({ Page })),
    },
  ];
};

/** A window over the page of a pool; where it leads back to may follow (S2 §2). */
const change = (path: string, title: FeatureRoute['title'], load: FeatureRoute['load']): FeatureRoute[] =>
  [path, `${path}/$returnRoute`].map((at) => formRoute(title, { path: at, parent: POOL, call: update, item: read, load }));

const IN_CREATION = `${ADD_BALANCER}/${WINDOW}`;
const IN_BALANCER = `${POOLS}/${WINDOW}`;

/** The pages of pools: all below their balancer, but for the list of those of all. */
export const poolRoutes: readonly FeatureRoute[] = [
  listRoute(NOUN, {
    path: ALL_POOLS,
    call: list,
    spec: poolSection.spec,
    load: () => import('./view.tsx').then(({ poolView: { List: Page } }) => ({ Page })),
  }),
  detailsRoute(NOUN, { path: poolSection.details, parent: ALL_POOLS, call: read, load: () => import('./to-pool.tsx') }),
  {
    path: IN_CREATION,
    within: ADD_BALANCER,
    parent: ADD_BALANCER,
    title: ({ t }) => nounText(t, NOUN, 'title.add'),
    restriction: { subject: create.subject, action: 'create', inProject: create.inProject! },
    load: () => import('../../../parts/load-balancing/draft-window.tsx').then(({ DraftWindow: Page }) => ({ Page })),
  },
  ...overWindow(IN_CREATION, IN_CREATION),
  formRoute(({ t }) => nounText(t, NOUN, 'title.add'), {
    path: IN_BALANCER,
    parent: POOLS,
    call: create,
    item: api.loadBalancers.read,
    load: () => import('./add-window.tsx'),
  }),
  ...overWindow(IN_BALANCER, POOLS),
  ...change(EDIT_POOL.health, 'load-balancer-pools:action.health', () => changes().then(({ Health: Page }) => ({ Page }))),
  ...change(EDIT_POOL.members, 'load-balancer-pools:action.members', () => changes().then(({ Members: Page }) => ({ Page }))),
  ...change(EDIT_POOL.cidrs, 'load-balancer-pools:action.cidrs', () => changes().then(({ Cidrs: Page }) => ({ Page }))),
  ...change(EDIT_POOL.pool, 'resource:edit.action', () => changes().then(({ Edit: Page }) => ({ Page }))),
  ...[POOL, `${POOL}/$detailsTab`].map((path) =>
    detailsRoute(NOUN, {
      path,
      parent: POOLS,
      call: read,
      load: page,
      ...(path === POOL ? {} : { oneOf: { detailsTab: POOL_TABS } }),
    }),
  ),
];
