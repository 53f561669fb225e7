/** How VPN connections and their parts are kept true. A cloud without VPN has none of them. */
import { isIPv6 } from '@gantry/contract/nouns/vpn-connections/versions';
import type { RowInput } from '../../../port/store/rows.ts';
import { describedAs } from '../../../engines/openstack/commands/task-marks.ts';
import type { Api } from '../../../engines/openstack/client/api.ts';
import { ignoreNotFound } from '../../../engines/openstack/client/errors.ts';
import type { Items } from '../../../engines/openstack/client/items.ts';
import { pagesOf } from '../../../engines/openstack/client/pages.ts';
import { documentBy, type Mapping } from '../../../engines/openstack/mirror/mapping.ts';
import type { MirrorContext, Strategy } from '../../../engines/openstack/mirror/strategy.ts';
import {
  connections,
  endpointGroups,
  EXTENSION,
  ikePolicies,
  ipsecPolicies,
  rangesOf,
  vpnServices,
  type NeutronConnection,
  type NeutronEndpointGroup,
  type NeutronPolicy,
  type NeutronVpnService,
} from './client.ts';

interface Owned {
  id: string;
  name: string;
  description?: string | null | undefined;
  project_id: string;
}

interface Collection<T> {
  list(api: Api, limit: number, marker: string | undefined): Promise<Items<T>>;
  get(api: Api, id: string): Promise<T>;
}

const NOTHING: Items<never> = { items: [], wrong: [], ids: [], count: 0 };

/** A listing of what a cloud may lack: then it is empty, and nothing can be done with it. */
async function listedWhereThere<T>(from: Collection<T>, api: Api, limit: number, marker?: string): Promise<Items<T>> {
  const found = await ignoreNotFound(from.list(api, limit, marker));
  if (found) api.lacking.delete(EXTENSION);
  else api.lacking.add(EXTENSION);
  return found ?? NOTHING;
}

/** A strategy of things of one collection. `members`: what their documents have beside id, name, description and owner, for each or for a page of them. */
const strategyOf = <T extends Owned>(
  kind: string,
  every: number,
  from: Collection<T>,
  members: Mapping<T> | ((context: MirrorContext, items: readonly T[]) => Promise<(item: T) => object>),
): Strategy => {
  const rowsOf = async (context: MirrorContext, items: readonly T[]): Promise<RowInput[]> => {
    const membersOf = typeof members === 'function' ? await members(context, items) : (item: T) => documentBy(members, item);
    const rows: RowInput[] = [];
    for (const item of items) {
      const { id, name, project_id: projectId } = item;
      const domainId = await context.directory.domainOf(projectId);
      const own = { id, name, description: describedAs(item.description), project_id: projectId, domain_id: domainId ?? '' };
      rows.push({ engine: context.engine, kind, id, domainId, projectId, userId: null, document: { ...membersOf(item), ...own } });
    }
    return rows;
  };
  return {
    kind,
    service: 'network',
    every,
    async *pages(context, begin) {
      const page = (limit: number, marker?: string) => listedWhereThere(from, context.api, limit, marker);
      for await (const { items, wrong, marker } of pagesOf(context.pageSize, page, begin))
        yield { rows: await rowsOf(context, items), wrong, marker };
    },
    read: async (context, id) => (await rowsOf(context, [await from.get(context.api, id)]))[0]!,
    confirm: ({ api }, id) => from.get(api, id),
  };
};

const POLICY: Mapping<NeutronPolicy> = {
  auth_algorithm: 'auth_algorithm',
  encryption_algorithm: 'encryption_algorithm',
  pfs: 'pfs',
  lifetime: ({ lifetime }) => lifetime.value,
};

export const ikePolicyStrategy = (every: number): Strategy =>
  strategyOf('vpn_ike_policy', every, ikePolicies, { ...POLICY, ike_version: 'ike_version' });

export const ipsecPolicyStrategy = (every: number): Strategy => strategyOf('vpn_ipsec_policy', every, ipsecPolicies, POLICY);

export const serviceStrategy = (every: number): Strategy =>
  strategyOf('vpn_service', every, vpnServices, {
    router_id: 'router_id',
    router_name: () => null,
    status: 'status',
    external_v4_ip: 'external_v4_ip',
    external_v6_ip: 'external_v6_ip',
  });

export const groupStrategy = (every: number): Strategy =>
  strategyOf('vpn_endpoint_group', every, endpointGroups, { type: 'type', endpoints: 'endpoints' });

/** All of a collection by their ids: there are a few of each. */
async function allOf<T extends { id: string }>({ api, pageSize }: MirrorContext, from: Collection<T>): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  const page = (limit: number, marker?: string) => listedWhereThere(from, api, limit, marker);
  for await (const { items } of pagesOf(pageSize, page)) for (const item of items) found.set(item.id, item);
  return found;
}

const addressOf = (service: NeutronVpnService | undefined, peer: string): string | null =>
  (isIPv6(peer) ? service?.external_v6_ip : service?.external_v4_ip) ?? null;

/** Connections with what their services and endpoint groups say. */
export const connectionStrategy = (every: number): Strategy => ({
  ...strategyOf('vpn_connection', every, connections, async (context, items) => {
    const [services, groups] =
      items.length === 0
        ? [new Map<string, NeutronVpnService>(), new Map<string, NeutronEndpointGroup>()]
        : await Promise.all([allOf(context, vpnServices), allOf(context, endpointGroups)]);
    const endpointsOf = (id: string | null | undefined): string[] => groups.get(id ?? '')?.endpoints ?? [];
    const subnets = new Set(items.flatMap(({ local_ep_group_id: id }) => (groups.get(id ?? '')?.type === 'subnet' ? endpointsOf(id) : [])));
    const ranges = await rangesOf(context.api, [...subnets]);
    return (one: NeutronConnection) => {
      const service = services.get(one.vpnservice_id);
      const local = endpointsOf(one.local_ep_group_id);
      return {
        status: one.status,
        enabled: one.admin_state_up,
        peer_address: one.peer_address,
        peer_id: one.peer_id,
        local_id: one.local_id || null,
        initiator: one.initiator,
        mtu: one.mtu,
        dpd: one.dpd,
        vpnservice_id: one.vpnservice_id,
        router_id: service?.router_id ?? null,
        router_name: null,
        local_address: addressOf(service, one.peer_address),
        ikepolicy_id: one.ikepolicy_id,
        ikepolicy_name: null,
        ike_version: null,
        ipsecpolicy_id: one.ipsecpolicy_id,
        ipsecpolicy_name: null,
        local_ep_group_id: one.local_ep_group_id || null,
        peer_ep_group_id: one.peer_ep_group_id || null,
        local_subnet_ids: local.filter((id) => subnets.has(id)),
        local_cidrs: local.map((endpoint) => ranges.get(endpoint) ?? endpoint),
        peer_cidrs: one.peer_ep_group_id ? endpointsOf(one.peer_ep_group_id) : (one.peer_cidrs ?? []),
        log: null,
        created_at: null,
        updated_at: null,
      };
    };
  }),
  inTransition: ({ status }) => typeof status === 'string' && status.startsWith('PENDING_'),
});
