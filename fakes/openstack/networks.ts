/** Neutron's networks, their subnets and who else may use them. */
import type { Cloud } from './cloud.ts';
import { collectionRoutes } from './collection-routes.ts';
import { limitRoutes } from './limits.ts';
import { inNeutron, neutronError } from './neutron.ts';
import { exceeds } from './quota.ts';
import { answerTo, type Json } from './recorded.ts';
import type { Refusal, Route } from './reply.ts';

const RECORDED = answerTo<{ quota: Readonly<Record<string, Json>> }>('GET', /^\/network.*\/quotas\/.*details$/).quota;
/** With what a cloud with VPN counts beside. */
const QUOTA = { ...RECORDED, ipsec_site_connection: { limit: -1, used: 0, reserved: 0 } };
export const unknownNetwork = (id: string): Refusal => neutronError(404, 'NetworkNotFound', `Network ${id} could not be found.`);
const unknownResource = (id: string): Refusal => neutronError(404, 'NotFound', `${id} could not be found.`);

/** Networks come with nothing, and take their subnets along; policies open them to others. */
export function networkKeeping(cloud: Cloud): Route[] {
  const { wares, servers, ways, groups } = cloud;
  const { networks, subnets, policies } = wares.kept;
  /** What a network says of its policies. */
  const opened = (id: string): void => {
    const has = (action: string, target?: string) =>
      policies
        .list(new URLSearchParams({ object_id: id }))
        .some((one) => one['action'] === action && (target === undefined || one['target_tenant'] === target));
    networks.change(id, { shared: has('access_as_shared', '*'), 'router:external': has('access_as_external') });
  };
  const usesNetwork = (id: string): boolean =>
    ways.isConnected(id) || servers.some(({ ports }) => ports.some((port) => port.network.id === id));
  return [
    {
      method: 'GET',
      path: /^\/v2\.0\/quotas\/([^/]+)\/details$/,
      answer(_question, id = '') {
        const own = new URLSearchParams({ project_id: id });
        const ruled = groups.list(own).flatMap((group) => group['security_group_rules']);
        const all = [networks, subnets, ways.routers, ways.floatingIps, groups, cloud.vpn.connections].map(
          (kept) => [kept.members[1], kept.list(own)] as const,
        );
        const entries = cloud.limits.within('network', id, QUOTA);
        const counted = [...all, ['security_group_rule', ruled] as const].map(([kind, { length: used }]) => [
          kind,
          { ...entries[kind], used },
        ]);
        return { body: { quota: { ...entries, ...Object.fromEntries(counted) } } };
      },
    },
    {
      method: 'GET',
      path: /^\/v2\.0\/network-ip-availabilities\/([^/]+)$/,
      answer(_question, id = '') {
        const network = networks.items.get(id);
        if (!network) throw unknownNetwork(id);
        const inside = ways.routers.list(new URLSearchParams()).flatMap((router) => ways.insideOf(router.id));
        const ports = servers.flatMap((server) => server.ports);
        const used = (subnetId: string) =>
          inside.filter((one) => one.subnetId === subnetId).length + ports.filter(({ subnet }) => subnet.id === subnetId).length;
        const subnet_ip_availability = subnets.list(new URLSearchParams({ network_id: id })).map((subnet) => ({
          subnet_id: subnet.id,
          cidr: subnet['cidr'],
          used_ips: used(subnet.id),
        }));
        return { body: { network_ip_availability: { network_id: id, subnet_ip_availability } } };
      },
    },
    ...limitRoutes(cloud, {
      service: 'network',
      path: /^\/v2\.0\/quotas\/([^/]+)$/,
      one: 'quota',
      entries: (id) => cloud.limits.within('network', id, QUOTA),
      forbidden: () => neutronError(403, 'PolicyNotAuthorized', 'rule:update_quota is disallowed by policy'),
      unknown: (name) => neutronError(400, 'HTTPBadRequest', `Unrecognized attribute(s) '${name}'`),
    }),
    ...collectionRoutes(networks, {
      ...inNeutron,
      path: '/v2\\.0/networks',
      unknown: unknownNetwork,
      wanted(_question, wanted) {
        const own = networks.list(new URLSearchParams({ project_id: String(wanted['project_id']) })).length;
        const { limit } = cloud.limits.within('network', String(wanted['project_id']), QUOTA)['network'] as { limit: number };
        if (exceeds(own + 1, limit)) throw neutronError(409, 'OverQuota', "Quota exceeded for resources: ['network'].");
        return wanted;
      },
      held: ({ id }) =>
        usesNetwork(id) &&
        neutronError(
          409,
          'NetworkInUse',
          `Unable to complete operation on network ${id}. There are one or more ports still in use on the network.`,
        ),
      follow(what, { id }) {
        if (what === 'removed') for (const subnet of subnets.list(new URLSearchParams({ network_id: id }))) subnets.remove(subnet.id);
      },
    }),
    ...collectionRoutes(subnets, {
      ...inNeutron,
      path: '/v2\\.0/subnets',
      unknown: unknownResource,
    }),
    ...collectionRoutes(policies, {
      ...inNeutron,
      path: '/v2\\.0/rbac-policies',
      unknown: unknownResource,
      follow(what, item) {
        if (what === 'removed') policies.remove(item.id);
        opened(String(item['object_id']));
      },
    }),
  ];
}
