import { api } from '../../app/api/calls.ts';
import { sectionOf } from '../../app/resource/section.ts';
import { ALL_POOLS } from './paths.ts';

/** What the pages about pools share. */
export const poolSection = sectionOf({
  noun: 'load-balancer-pools',
  kind: 'load_balancer_pool',
  calls: api.loadBalancerPools,
  path: ALL_POOLS,
  owned: true,
  madeElsewhere: true,
  spec: {
    sortKeys: ['name', 'status', 'protocol', 'port', 'created_at'],
    filters: { search: 'contains', status: 'in', protocol: 'in' },
    defaultSort: 'name:asc',
  },
});
