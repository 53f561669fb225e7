import type { RowInput, Share } from '../../../port/store/rows.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { instantOrNull, type MirrorContext, type Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { policiesFrom } from './access.ts';
import { listRbac, listSubnets, networks, type NeutronNetwork, type NeutronSubnet, type RbacPolicy } from './client.ts';

const KIND = 'network';

/** IPv4 first, then in an order that stays: the first one is taken where nobody says which. */
const inOrder = (a: NeutronSubnet, b: NeutronSubnet): number => a.ip_version - b.ip_version || (a.id < b.id ? -1 : 1);

/** What stands for no name server at all (decision F12). */
const NONE: ReadonlySet<string> = new Set(['0.0.0.0', '::']);

const subnetOf = ({ id, name, ip_version, cidr, gateway_ip, enable_dhcp, ...more }: NeutronSubnet) => ({
  id,
  name: name || null,
  ip_version,
  cidr,
  gateway_ip: gateway_ip ?? null,
  allocation_pools: more.allocation_pools,
  dns_nameservers: more.dns_nameservers.filter((address) => !NONE.has(address)),
  enable_dhcp,
  ipv6_ra_mode: more.ipv6_ra_mode ?? null,
  ipv6_address_mode: more.ipv6_address_mode ?? null,
});

const sharesOf = (policies: readonly RbacPolicy[]): Share[] =>
  [...new Set(policies.map(({ target_tenant }): Share['target'] => (target_tenant === '*' ? 'public' : `project:${target_tenant}`)))]
    .toSorted()
    .map((target) => ({ target, state: 'accepted' }));

async function rowsOf({ api, engine, directory }: MirrorContext, listed: readonly NeutronNetwork[]): Promise<RowInput[]> {
  const ids = listed.map(({ id }) => id);
  const [allSubnets, allPolicies] = await Promise.all([listSubnets(api, ids), listRbac(api, ids)]);
  const subnets = Map.groupBy(allSubnets, ({ network_id }) => network_id);
  const policies = Map.groupBy(allPolicies, ({ object_id }) => object_id);
  const rows: RowInput[] = [];
  for (const network of listed) {
    const { id, name, status, mtu, 'provider:network_type': type } = network;
    const own = (subnets.get(id) ?? []).toSorted(inOrder);
    const access = policies.get(id) ?? [];
    const projectId = network.project_id || null;
    const domainId = await directory.domainOf(network.project_id);
    const document = {
      id,
      network_id: id,
      name,
      status,
      type: type ?? null,
      router_external: network['router:external'],
      shared: network.shared,
      ipam_enabled: own.length > 0,
      mtu: mtu ?? null,
      physical_network: network['provider:physical_network'] ?? null,
      vlan_id: type === 'vlan' ? (network['provider:segmentation_id'] ?? null) : null,
      rbac_policies: policiesFrom(access),
      spoofing_protection: network.port_security_enabled ?? true,
      subnets: own.map(subnetOf),
      created_at: instantOrNull(network.created_at),
      project_id: projectId,
      domain_id: domainId,
    };
    rows.push({ engine, kind: KIND, id, domainId, projectId, userId: null, shares: sharesOf(access), document });
  }
  return rows;
}

/** Networks with their subnets; policies of the network service say who else sees them. */
export const networkStrategy = (every: number): Strategy => ({
  kind: KIND,
  service: 'network',
  every,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => networks.list(context.api, limit, marker), from))
      yield { rows: await rowsOf(context, page.items), wrong: page.wrong, marker: page.marker };
  },
  async read(context, id) {
    const [row] = await rowsOf(context, [await networks.get(context.api, id)]);
    return row!;
  },
  confirm: ({ api }, id) => networks.get(api, id),
});
