import type { RowInput } from '../../../port/store/rows.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { instant, instantOrNull, type MirrorContext, type Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { listPorts, type NeutronPort } from '../../servers/openstack/port-list.ts';
import { routers, type NeutronRouter } from './client.ts';

const KIND = 'router';

const OUTSIDE = 'network:router_gateway';
/** Interfaces by which servers reach a router: of one that is on one node, on all of them, or kept ready on several. */
const INSIDE: ReadonlySet<string | null | undefined> = new Set([
  'network:router_interface',
  'network:router_interface_distributed',
  'network:ha_router_replicated_interface',
]);

/** Whether a port of a router is one by which servers reach it. */
export const isInternal = ({ device_owner: owner }: Pick<NeutronPort, 'device_owner'>): boolean => INSIDE.has(owner);

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

const fixedOf = (fixed: readonly { subnet_id?: string | null | undefined; ip_address: string }[]) =>
  fixed.map(({ subnet_id = null, ip_address }) => ({ subnet_id, ip_address }));

const shown = ({ network_id, status, fixed_ips }: NeutronPort) => ({ network_id, status: status ?? 'DOWN', fixed_ips: fixedOf(fixed_ips) });

async function rowsOf({ api, engine, directory }: MirrorContext, listed: readonly NeutronRouter[]): Promise<RowInput[]> {
  const ids = listed.map(({ id }) => id);
  const ports = Map.groupBy(ids.length > 0 ? await listPorts(api, ids) : [], ({ device_id: id }) => id);
  const rows: RowInput[] = [];
  for (const { id, name, status, project_id: projectId, external_gateway_info: gateway, ...router } of listed) {
    const own = (ports.get(id) ?? []).toSorted(byId);
    const external = own.find(({ device_owner: owner }) => owner === OUTSIDE);
    const domainId = await directory.domainOf(projectId);
    const document = {
      id,
      name,
      status,
      external_gateway_info: gateway
        ? {
            network_id: gateway.network_id,
            network_name: null,
            external_fixed_ips: fixedOf(gateway.external_fixed_ips),
            enable_snat: gateway.enable_snat,
          }
        : null,
      routes: router.routes ?? [],
      interfaces_info: own.filter(isInternal).map((port) => ({ port_id: port.id, network_name: null, ...shown(port) })),
      external_interface: external ? shown(external) : null,
      created_at: instant(router.created_at),
      updated_at: instantOrNull(router.updated_at),
      project_id: projectId,
      domain_id: domainId ?? '',
    };
    rows.push({ engine, kind: KIND, id, domainId, projectId, userId: null, document });
  }
  return rows;
}

/** Routers with their interfaces, which are ports of their own. */
export const routerStrategy = (every: number): Strategy => ({
  kind: KIND,
  service: 'network',
  every,
  async *pages(context, from) {
    for await (const page of pagesOf(context.pageSize, (limit, marker) => routers.list(context.api, limit, marker), from))
      yield { rows: await rowsOf(context, page.items), wrong: page.wrong, marker: page.marker };
  },
  async read(context, id) {
    const [row] = await rowsOf(context, [await routers.get(context.api, id)]);
    return row!;
  },
  confirm: ({ api }, id) => routers.get(api, id),
});
