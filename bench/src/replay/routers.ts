/** Neutron's routers and floating IPs, as far as they are plain things: nobody has any at first. */
import { Kept } from '../../../server/test/engines/openstack/support/kept.ts';
import { keeping } from './keeping.ts';
import { NEUTRON_MOST, paged } from './networks.ts';
import { neutronError } from './ports.ts';
import type { Route } from './reply.ts';

const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');

/** Routers come without a way out, floating IPs lead nowhere. */
export function routerKeeping(): Route[] {
  const routers = new Kept({
    members: ['routers', 'router'],
    items: [],
    make: () => ({ status: 'ACTIVE', external_gateway_info: null, routes: [], created_at: now(), updated_at: now() }),
  });
  const floatingIps = new Kept({
    members: ['floatingips', 'floatingip'],
    items: [],
    make: () => ({ status: 'DOWN', fixed_ip_address: null, port_id: null, router_id: null, port_details: null, created_at: now() }),
  });
  const common = { most: NEUTRON_MOST, owner: 'project_id' };
  return [
    ...keeping(routers, {
      ...common,
      path: '/v2\\.0/routers',
      unknown: (id) => neutronError(404, 'RouterNotFound', `Router ${id} could not be found`),
      page: (items, question) => paged('routers', items, question),
    }),
    ...keeping(floatingIps, {
      ...common,
      path: '/v2\\.0/floatingips',
      unknown: (id) => neutronError(404, 'FloatingIPNotFound', `Floating IP ${id} could not be found`),
      page: (items, question) => paged('floatingips', items, question),
    }),
  ];
}
