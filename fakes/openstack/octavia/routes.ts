/** The load balancing service: Octavia's API, as far as the engine asks it. By hand after its reference: the lab's answers are not recorded. */
import type { Cloud } from '../cloud.ts';
import { readingRoutes } from '../collection-routes.ts';
import { limitRoutes } from '../limits.ts';
import type { Question, Route } from '../reply.ts';
import { balancerRoutes } from './balancers.ts';
import { fault, type Balancing } from './balancing.ts';
import { listenerRoutes } from './listeners.ts';
import { memberRoutes } from './members.ts';
import { poolRoutes } from './pools.ts';
import { assertAdmin, PAGE_LIMIT, ofProject } from './shared.ts';

/** The service's limits, by its names. */
const QUOTA = { loadbalancer: 10, load_balancer: 10, listener: -1, pool: -1, healthmonitor: -1, health_monitor: -1, member: -1 };

export function octaviaRoutes(cloud: Cloud): Route[] {
  const { balancing } = cloud;
  const plain = (kept: Balancing['flavors'], path: string, what: string, admit?: (question: Question) => void) =>
    readingRoutes(kept, {
      path,
      most: PAGE_LIMIT,
      unknown: (id) => fault(404, `${what} ${id} not found.`),
      wants: ofProject('', '').wants,
      ...(admit && { admit }),
    });
  const limits = limitRoutes(cloud, {
    service: 'load-balancer',
    path: /^\/v2\.0\/lbaas\/quotas\/([^/]+)$/,
    one: 'quota',
    entries: (id) => ({ ...QUOTA, ...cloud.limits.of('load-balancer', id) }),
    forbidden: () => fault(403, 'Policy does not allow this request to be performed.'),
    unknown: (name) => fault(400, `Unknown attribute: ${name}`),
  });
  return [
    { method: 'GET', path: /^\/v2\.0\/$/, open: true, answer: () => ({ body: { versions: [{ id: 'v2.26', status: 'CURRENT' }] } }) },
    ...balancerRoutes(cloud),
    ...listenerRoutes(cloud),
    ...poolRoutes(cloud),
    ...memberRoutes(cloud),
    ...plain(balancing.flavors, '/v2\\.0/lbaas/flavors', 'Flavor'),
    ...plain(balancing.profiles, '/v2\\.0/lbaas/flavorprofiles', 'Flavor Profile', assertAdmin),
    ...readingRoutes(balancing.policies, { ...ofProject('l7policies', 'L7 Policy') }),
    ...plain(balancing.amphorae, '/v2\\.0/octavia/amphorae', 'Amphora', assertAdmin),
    ...limits,
  ];
}
