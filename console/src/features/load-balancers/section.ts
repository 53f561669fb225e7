import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';

/** What its pages share. */
export const section = sectionOf({
  noun: 'load-balancers',
  kind: 'load_balancer',
  calls: api.loadBalancers,
  path: '/compute/load-balancers',
  owned: true,
  spec: {
    sortKeys: ['name', 'status', 'address', 'created_at'],
    filters: { search: 'contains', status: 'in', network: 'in' },
    defaultSort: 'name:asc',
  },
});

/** Values of `detailsTab` in its addresses (S2 §2). */
export const DETAILS_TABS = ['overview', 'properties'] as const;
/** Where its page begins. */
export const POOLS = 'pools';
