/** Neutron's networks, their subnets and who else may use them. */
import type { Item } from '../../../server/test/engines/openstack/support/kept.ts';
import type { Cloud } from './cloud.ts';
import { keeping } from './keeping.ts';
import { neutronError } from './ports.ts';
import { answerTo, type Json } from './recorded.ts';
import type { Question, Refusal, Route } from './reply.ts';

const QUOTA = answerTo<{ quota: { network: Json } }>('GET', /^\/network.*\/quotas\/.*details$/).quota;
/** Neutron's largest page, unless it is configured. */
export const NEUTRON_MOST = 1000;

export const unknownNetwork = (id: string): Refusal => neutronError(404, 'NetworkNotFound', `Network ${id} could not be found.`);
const unknownResource = (id: string): Refusal => neutronError(404, 'NotFound', `${id} could not be found.`);

/** Neutron adds the way back to every page. */
export function paged(key: string, items: readonly Item[], { url, query }: Pick<Question, 'url' | 'query'>) {
  const [first] = items;
  const back = new URLSearchParams(query);
  if (first) back.set('marker', first.id);
  back.set('page_reverse', 'True');
  const links = query.has('limit') && first && { [`${key}_links`]: [{ rel: 'previous', href: `${url}?${back.toString()}` }] };
  return { [key]: items, ...links };
}

/** Networks come with nothing, and take their subnets along; policies open them to others. */
export function networkKeeping({ wares, servers }: Cloud): Route[] {
  const { networks, subnets, policies } = wares.kept;
  /** What a network says of its policies. */
  const opened = (id: string): void => {
    const has = (action: string, target?: string) =>
      policies
        .list(new URLSearchParams({ object_id: id }))
        .some((one) => one['action'] === action && (target === undefined || one['target_tenant'] === target));
    networks.change(id, { shared: has('access_as_shared', '*'), 'router:external': has('access_as_external') });
  };
  const usesNetwork = (id: string): boolean => servers.some(({ ports }) => ports.some((port) => port.network.id === id));
  const common = { most: NEUTRON_MOST };
  return [
    {
      method: 'GET',
      path: /^\/v2\.0\/quotas\/([^/]+)\/details$/,
      answer(_question, id = '') {
        const used = networks.list(new URLSearchParams({ project_id: id })).length;
        return { body: { quota: { ...QUOTA, network: { ...QUOTA.network, used } } } };
      },
    },
    ...keeping(networks, {
      ...common,
      path: '/v2\\.0/networks',
      unknown: unknownNetwork,
      page: (items, question) => paged('networks', items, question),
      assert({ method }, { id }) {
        if (method === 'DELETE' && usesNetwork(id))
          throw neutronError(
            409,
            'NetworkInUse',
            `Unable to complete operation on network ${id}. There are one or more ports still in use on the network.`,
          );
      },
      follow(what, { id }) {
        if (what === 'removed') for (const subnet of subnets.list(new URLSearchParams({ network_id: id }))) subnets.remove(subnet.id);
      },
    }),
    ...keeping(subnets, {
      ...common,
      path: '/v2\\.0/subnets',
      unknown: unknownResource,
      page: (items, question) => paged('subnets', items, question),
    }),
    ...keeping(policies, {
      ...common,
      path: '/v2\\.0/rbac-policies',
      unknown: unknownResource,
      page: (items, question) => paged('rbac_policies', items, question),
      follow(what, item) {
        if (what === 'removed') policies.remove(item.id);
        opened(String(item['object_id']));
      },
    }),
  ];
}
