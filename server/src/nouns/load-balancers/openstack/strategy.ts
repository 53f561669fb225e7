import { AMPHORA_ROLES, type Topology } from '@gantry/contract/nouns/load-balancers/availability';
import type { Amphora } from '@gantry/contract/nouns/load-balancers/entity';
import { loadBalancerStatusOf, type LoadBalancerStatus } from '@gantry/contract/nouns/load-balancers/statuses';
import { floatingIpKind } from '@gantry/contract/nouns/floating-ips/entity';
import type { RowInput } from '../../../port/store/rows.ts';
import type { Writer } from '../../../port/store/writer.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import { describedAs } from '../../../engines/openstack/commands/task-marks.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { instant, instantOrNull, type MirrorContext, type Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import { poolsShown } from '../../load-balancer-pools/openstack/follow.ts';
import { amphoraeOf, loadBalancers, type OctaviaAmphora, type OctaviaBalancer } from './client.ts';

export const KIND = 'load_balancer';

/** It works, or is ready to take over. */
const WORKING = 'ALLOCATED';

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

const shownAmphora = ({ id, role, status, compute_id: machine }: OctaviaAmphora, hosts: ReadonlyMap<string, string>): Amphora => ({
  id,
  role: AMPHORA_ROLES.find((one) => one === role) ?? null,
  active: status === WORKING,
  compute_id: machine ?? null,
  host: hosts.get(machine ?? '') ?? null,
});

/** How it is: what goes on with it first, then whether it is switched off. */
function statusOf({ provisioning_status: status, admin_state_up: isUp }: OctaviaBalancer): LoadBalancerStatus {
  if (status === 'DELETED') return 'DELETING';
  const now = loadBalancerStatusOf(status);
  return now === 'ACTIVE' && !isUp ? 'DISABLED' : now;
}

/** Addresses outside that lead to balancers. */
async function floatingOf({ store, engine }: MirrorContext, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await store.read.list({
    kind: floatingIpKind,
    visibility: EVERYTHING,
    filters: { server: { operator: 'in', values: [...ids] } },
    sort: { key: 'created_at', descending: false },
    limit: ids.length,
  });
  const own = rows.filter((row) => row.engine === engine);
  return new Map(own.map(({ document }) => [document.attachment!.object_id, document.floating_ip_address]));
}

/** Nodes of the machines that instances are, as far as those are known. */
async function hostsOf({ store, engine }: MirrorContext, amphorae: readonly OctaviaAmphora[]): Promise<Map<string, string>> {
  const ids = amphorae.flatMap(({ compute_id: id }) => id ?? []);
  const machines = ids.length > 0 ? await store.read.getMany(engine, 'server', ids) : new Map<string, never>();
  return new Map([...machines].flatMap(([id, { document }]) => (document.host === null ? [] : [[id, document.host] as const])));
}

async function rowsOf(
  context: MirrorContext,
  listed: readonly OctaviaBalancer[],
  amphorae: ReadonlyMap<string, OctaviaAmphora[]>,
): Promise<RowInput[]> {
  const { engine, directory } = context;
  const ids = listed.map(({ id }) => id);
  const floating = await floatingOf(context, ids);
  const hosts = await hostsOf(
    context,
    ids.flatMap((id) => amphorae.get(id) ?? []),
  );
  const rows: RowInput[] = [];
  for (const balancer of listed) {
    const { id, project_id: projectId } = balancer;
    const domainId = await directory.domainOf(projectId);
    const document = {
      id,
      name: balancer.name || id,
      description: describedAs(balancer.description),
      status: statusOf(balancer),
      enabled: balancer.admin_state_up,
      address: balancer.vip_address ?? null,
      additional_addresses: (balancer.additional_vips ?? []).flatMap(({ ip_address: address }) => address ?? []),
      floating_ip_address: floating.get(id) ?? null,
      network_id: balancer.vip_network_id ?? null,
      network_name: null,
      subnet_id: balancer.vip_subnet_id ?? null,
      port_id: balancer.vip_port_id ?? null,
      flavor_id: balancer.flavor_id ?? null,
      flavor_name: null,
      topology: null,
      pools: [...balancer.listeners, ...balancer.pools].map((one) => ({ id: one.id, name: null })),
      members_count: 0,
      amphorae: (amphorae.get(id) ?? []).toSorted(byId).map((one) => shownAmphora(one, hosts)),
      provider: balancer.provider ?? null,
      read_only: (balancer.additional_vips ?? []).length > 0 ? 'load_balancer_addresses' : null,
      created_at: instant(balancer.created_at),
      updated_at: instantOrNull(balancer.updated_at),
      project_id: projectId,
      domain_id: domainId ?? '',
    };
    rows.push({ engine, kind: KIND, id, domainId, projectId, userId: null, document });
  }
  return rows;
}

/** Statuses of what has never worked: an error that follows is its creation's. */
const NEVER_ACTIVE: ReadonlySet<string> = new Set(['CREATING', 'DEPLOYMENT_FAILED']);

/** Balancers with the pools that are known of them, and the topology that their flavors have. */
async function complete(writer: Writer, engine: string, rows: readonly RowInput[]): Promise<RowInput[]> {
  const named = (row: RowInput) => (row.document['pools'] as { id: string }[]).map(({ id }) => id);
  const pools = await writer.getMany(engine, 'load_balancer_pool', rows.flatMap(named));
  const flavorIds = rows.flatMap(({ document }) => (typeof document['flavor_id'] === 'string' ? [document['flavor_id']] : []));
  const flavors = await writer.getMany(engine, 'load_balancer_flavor', [...new Set(flavorIds)]);
  const profileIds = [...flavors.values()].flatMap(({ document }) => document.flavor_profile_id ?? []);
  const profiles = await writer.getMany(engine, 'load_balancer_flavor_profile', profileIds);
  const topologyOf = (flavorId: unknown): Topology | null => {
    const flavor = flavors.get(String(flavorId));
    return profiles.get(flavor?.document.flavor_profile_id ?? '')?.document.flavor_data.loadbalancer_topology ?? null;
  };
  const before = await writer.getMany(
    engine,
    KIND,
    rows.filter(({ document }) => document['status'] === 'ERROR').map(({ id }) => id),
  );
  const statusNow = ({ id, document: { status } }: RowInput) => {
    const was = before.get(id)?.document.status;
    return status === 'ERROR' && was !== undefined ? loadBalancerStatusOf('ERROR', !NEVER_ACTIVE.has(was)) : status;
  };
  return rows.map((row) => {
    const own = named(row).flatMap((id) => pools.get(id) ?? []);
    const { flavor_id: flavorId } = row.document;
    const completed = { ...poolsShown(own), topology: topologyOf(flavorId), status: statusNow(row) };
    return { ...row, document: { ...row.document, ...completed } };
  });
}

/** Load balancers of all projects. */
export const loadBalancerStrategy = (every: number): Strategy => ({
  kind: KIND,
  service: 'load_balancer',
  after: ['server', 'floating_ip'],
  every,
  async *pages(context, from) {
    const amphorae = await amphoraeOf(context.api);
    for await (const page of pagesOf(context.pageSize, (limit, marker) => loadBalancers.list(context.api, limit, marker), from))
      yield { rows: await rowsOf(context, page.items, amphorae), wrong: page.wrong, marker: page.marker };
  },
  async read(context, id) {
    const [balancer, amphorae] = await Promise.all([loadBalancers.get(context.api, id), amphoraeOf(context.api, id)]);
    const [row] = await rowsOf(context, [balancer], amphorae);
    return row!;
  },
  confirm: ({ api }, id) => loadBalancers.get(api, id),
  complete,
  inTransition: ({ status }) => ['CREATING', 'CONFIGURING', 'DELETING'].includes(String(status)),
  companions: ({ pools }) => (pools as { id: string }[]).map(({ id }) => ({ kind: 'load_balancer_pool', id })),
});
