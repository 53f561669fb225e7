import { Collection } from './collection.ts';
import type { Cloud } from './cloud.ts';
import { readingRoutes } from './collection-routes.ts';
import { limitRoutes } from './limits.ts';
import { HYPERVISOR_UNKNOWN, type ServiceChange } from './nodes.ts';
import { quotaOf } from './quota.ts';
import { forbidden, refused, unknownMarker } from './refusals.ts';
import { pageById, Refusal, tokenIn, type Route } from './reply.ts';

/** Recorded shapes and the microversions that have them. */
const FLAVORS = ['2.61', '2.93'] as const;
const HYPERVISORS = ['2.53', '2.87'] as const;

/** Flavors, nodes, services, quotas. */
export function catalogueRoutes(cloud: Cloud): Route[] {
  const { wares, nodes } = cloud;
  return [
    ...readingRoutes(new Collection({ members: ['flavors', 'flavor'], items: wares.flavors, make: () => ({}) }), {
      path: '/v2\\.1/flavors',
      details: '/v2\\.1/flavors/detail',
      versions: FLAVORS,
      most: cloud.options.maxLimit,
      unknown: (id) => refused(404, 'itemNotFound', `Flavor ${id} could not be found.`),
    }),
    {
      method: 'GET',
      path: /^\/v2\.1\/flavors\/([^/]+)\/os-flavor-access$/,
      answer: (_question, id = '') => ({ body: { flavor_access: wares.accessTo(id) } }),
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-hypervisors\/detail$/,
      versions: HYPERVISORS,
      answer({ query }) {
        const page = pageById(nodes.all, query, cloud.options.maxLimit, unknownMarker);
        return { items: page.length, body: { hypervisors: page.map((node) => nodes.hypervisor(node)) } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-hypervisors\/([^/]+)$/,
      versions: HYPERVISORS,
      answer(_question, id = '') {
        const node = nodes.all.find((item) => item.id === id);
        if (!node) throw new Refusal(404, HYPERVISOR_UNKNOWN);
        return { body: { hypervisor: nodes.hypervisor(node) } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-services$/,
      answer({ query }) {
        const services = nodes.services(query.get('binary'));
        return { items: services.length, body: { services } };
      },
    },
    {
      // By hand after Nova's reference: the lab's only node is never taken out.
      method: 'PUT',
      path: /^\/v2\.1\/os-services\/([^/]+)$/,
      versions: ['2.53', '2.93'],
      answer(question, id = '') {
        if (!tokenIn(question).isAdmin) throw forbidden('os-services:update');
        const service = nodes.change(id, question.body as ServiceChange);
        if (!service) throw refused(404, 'itemNotFound', `Service ${id} could not be found.`);
        return { body: { service } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.1\/os-quota-sets\/([^/]+)\/detail$/,
      answer: (_question, id = '') => ({ body: { quota_set: quotaOf(cloud, id) } }),
    },
    ...limitRoutes(cloud, {
      service: 'compute',
      path: /^\/v2\.1\/os-quota-sets\/([^/]+)$/,
      one: 'quota_set',
      entries: (id) => quotaOf(cloud, id),
      forbidden: () => forbidden('os-quota-sets:update'),
      unknown: (name) => refused(400, 'badRequest', `Additional properties are not allowed ('${name}' was unexpected)`),
    }),
  ];
}
