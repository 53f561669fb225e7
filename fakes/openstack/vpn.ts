/** Neutron's VPN (VPNaaS): policies, services of routers, endpoint groups and connections, by the rules of Neutron. */
import type { Cloud } from './cloud.ts';
import { collectionRoutes } from './collection-routes.ts';
import type { Item, Collection } from './collection.ts';
import { neutronError, ofProjects } from './neutron.ts';
import type { Json } from './recorded.ts';
import { tokenIn, type Question, type Route } from './reply.ts';
import type { Vpn } from './vpn-kept.ts';

const owned = (question: Question, body: Item): Item => ({ project_id: tokenIn(question).projectId, ...body });

const isV6 = (text: unknown): boolean => String(text).includes(':');

/** The service of a router, with the address by which it is reached; throws Refusal. */
function serviceFor(cloud: Cloud, question: Question, body: Item): Item {
  const router = cloud.ways.router(String(body['router_id']));
  if (!router) throw neutronError(404, 'RouterNotFound', `Router ${String(body['router_id'])} could not be found`);
  const gateway = router['external_gateway_info'] as { external_fixed_ips: { ip_address: string }[] } | null;
  if (!gateway) throw neutronError(400, 'RouterIsNotExternal', `Router ${router.id} has no external network gateway set`);
  const ips = gateway.external_fixed_ips.map(({ ip_address: ip }) => ip);
  return {
    ...owned(question, body),
    external_v4_ip: ips.find((ip) => !isV6(ip)) ?? null,
    external_v6_ip: ips.find(isV6) ?? null,
  };
}

/** Things that a connection names must be there; throws Refusal. */
function assertNamed(vpn: Vpn, wanted: Json): void {
  const named = [
    ['vpnservice_id', vpn.services],
    ['ikepolicy_id', vpn.ike],
    ['ipsecpolicy_id', vpn.ipsec],
    ['local_ep_group_id', vpn.groups],
    ['peer_ep_group_id', vpn.groups],
  ] as const;
  for (const [member, { items, members }] of named)
    if (member in wanted && !items.has(String(wanted[member])))
      throw neutronError(404, 'VPNResourceNotFound', `${members[1]} ${String(wanted[member])} could not be found`);
}

/** Endpoint groups have no order that can be asked for: each attribute is refused. */
function refuseOrder({ query }: Question): void {
  const key = query.get('sort_key');
  if (key !== null) throw neutronError(400, 'HTTPBadRequest', `['${key}'] is invalid attribute for sort_keys`);
}

/** What is made, changed and deleted there. */
export function vpnRoutes(cloud: Cloud): Route[] {
  const { vpn } = cloud;
  const keptAt = (place: string, things: Collection, members: readonly string[]): Route[] =>
    collectionRoutes(things, {
      ...ofProjects,
      path: `/v2\\.0/vpn/${place}`,
      ...(things === vpn.groups && { admit: refuseOrder }),
      unknown: (id) => neutronError(404, 'VPNResourceNotFound', `${things.members[1]} ${id} could not be found`),
      wanted: (question, body) => (things === vpn.services ? serviceFor(cloud, question, body) : owned(question, body)),
      held: ({ id }) =>
        members.some((member) => vpn.usedBy(member, id).length > 0) &&
        neutronError(409, 'VPNResourceInUse', `${things.members[1]} ${id} is in use by existing IPsecSiteConnection and can't be deleted`),
    });
  return [
    ...keptAt('ikepolicies', vpn.ike, ['ikepolicy_id']),
    ...keptAt('ipsecpolicies', vpn.ipsec, ['ipsecpolicy_id']),
    ...keptAt('vpnservices', vpn.services, ['vpnservice_id']),
    ...keptAt('endpoint-groups', vpn.groups, ['local_ep_group_id', 'peer_ep_group_id']),
    ...collectionRoutes(vpn.connections, {
      ...ofProjects,
      path: '/v2\\.0/vpn/ipsec-site-connections',
      unknown: (id) => neutronError(404, 'IPsecSiteConnectionNotFound', `ipsec_site_connection ${id} could not be found`),
      wanted: (question, body) => {
        assertNamed(vpn, body);
        return owned(question, body);
      },
      change: (_question, _item, body) => {
        assertNamed(vpn, body);
        return body;
      },
    }),
  ];
}
