/** Neutron's routers and floating IPs, as far as they are plain things, in the shapes that were recorded: nobody has any at first. */
import { Kept, type Item } from '../../../server/test/engines/openstack/support/kept.ts';
import { keeping } from './keeping.ts';
import { NEUTRON_MOST, paged } from './networks.ts';
import { neutronError } from './ports.ts';
import { answerTo, type Json } from './recorded.ts';
import type { Route } from './reply.ts';

interface Outside extends Json {
  readonly external_fixed_ips: readonly Json[];
}

const ROUTER = answerTo<{ router: Json & { external_gateway_info: Outside } }>('POST', /\/routers$/).router;
const FLOATING = answerTo<{ floatingip: Json }>('POST', /\/floatingips$/).floatingip;

const now = (): string => new Date().toISOString().replace(/\.\d+Z$/, 'Z');
/** Addresses of the external network, one after the other. */
let given = 1;
const nextAddress = (): string => `172.24.${Math.floor(++given / 250)}.${(given % 250) + 2}`;

/** A way out as it is answered: with an address, and for those without one of their own where nothing else is said. */
function gatewayOf(wanted: unknown): unknown {
  if (typeof wanted !== 'object' || wanted === null) return null;
  const [model] = ROUTER.external_gateway_info.external_fixed_ips;
  return { enable_snat: true, external_fixed_ips: [{ ...model, ip_address: nextAddress() }], ...wanted };
}

/** Routers lead nowhere but outside, floating IPs nowhere. */
export function routerKeeping(): Route[] {
  const routers = new Kept({
    members: ['routers', 'router'],
    items: [],
    make: () => ({ ...ROUTER, external_gateway_info: null, created_at: now(), updated_at: now() }),
  });
  const floatingIps = new Kept({
    members: ['floatingips', 'floatingip'],
    items: [],
    make: () => ({ ...FLOATING, floating_ip_address: nextAddress(), created_at: now(), updated_at: now() }),
  });
  const common = { most: NEUTRON_MOST, owner: 'project_id' };
  return [
    ...keeping(routers, {
      ...common,
      path: '/v2\\.0/routers',
      unknown: (id) => neutronError(404, 'RouterNotFound', `Router ${id} could not be found`),
      page: (items, question) => paged('routers', items, question),
      wanted: (_question, body): Item => ({ ...body, external_gateway_info: gatewayOf(body['external_gateway_info']) }),
    }),
    ...keeping(floatingIps, {
      ...common,
      path: '/v2\\.0/floatingips',
      unknown: (id) => neutronError(404, 'FloatingIPNotFound', `Floating IP ${id} could not be found`),
      page: (items, question) => paged('floatingips', items, question),
    }),
    {
      method: 'PUT',
      path: /^\/v2\.0\/floatingips\/([^/]+)\/tags\/([^/]+)$/,
      answer(_question, id = '', tag = '') {
        floatingIps.change(id, { tags: [decodeURIComponent(tag)] });
        return { status: 201 };
      },
    },
  ];
}
