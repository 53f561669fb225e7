import type { RowInput, Share } from '../../../store/port.ts';
import { getNetwork, listNetworks, listRbac, listSubnets, type NeutronNetwork } from '../client/neutron.ts';
import { pagesOf } from '../client/pages.ts';
import type { MirrorContext, Strategy } from './strategy.ts';

function groupBy<T>(items: readonly T[], key: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const group = groups.get(key(item));
    if (group) group.push(item);
    else groups.set(key(item), [item]);
  }
  return groups;
}

const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

async function rowsOf({ api, engine, directory }: MirrorContext, networks: readonly NeutronNetwork[]): Promise<RowInput[]> {
  const ids = networks.map(({ id }) => id);
  const [allSubnets, allPolicies] = await Promise.all([listSubnets(api, ids), listRbac(api, ids)]);
  const subnets = groupBy(allSubnets, ({ network_id }) => network_id);
  const policies = groupBy(allPolicies, ({ object_id }) => object_id);
  const rows: RowInput[] = [];
  for (const network of networks) {
    const own = (subnets.get(network.id) ?? []).toSorted(byId);
    const targets = new Set(
      (policies.get(network.id) ?? []).map(({ target_tenant }) => (target_tenant === '*' ? 'public' : `project:${target_tenant}`)),
    );
    const domainId = await directory.domainOf(network.project_id);
    rows.push({
      engine,
      kind: 'network',
      id: network.id,
      domainId,
      projectId: network.project_id || null,
      userId: null,
      shares: [...targets].toSorted().map((target) => ({ target: target as Share['target'], state: 'accepted' })),
      document: {
        id: network.id,
        name: network.name,
        status: network.status,
        type: network['provider:network_type'] ?? null,
        router_external: network['router:external'],
        shared: network.shared,
        ipam_enabled: own.length > 0,
        mtu: network.mtu ?? null,
        subnets: own.map(({ id, name, ip_version, cidr, gateway_ip, enable_dhcp }) => ({
          id,
          name: name ?? null,
          ip_version,
          cidr,
          gateway_ip: gateway_ip ?? null,
          enable_dhcp,
        })),
        project_id: network.project_id || null,
        domain_id: domainId,
      },
    });
  }
  return rows;
}

/** Networks with their subnets; policies of the network service say who else sees them. */
export const networkStrategy = (every: number): Strategy => ({
  kind: 'network',
  service: 'network',
  every,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => listNetworks(context.api, limit, marker), from))
      yield { rows: await rowsOf(context, page.items), wrong: page.wrong, marker: page.marker };
  },
  async read(context, id) {
    const [row] = await rowsOf(context, [await getNetwork(context.api, id)]);
    return row!;
  },
  confirm: ({ api }, id) => getNetwork(api, id),
});
