/** The servers that addresses of members are of. */
import { networkKind } from '@gantry/contract/nouns/networks/entity';
import { serverKind } from '@gantry/contract/nouns/servers/entity';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';
import type { MirrorContext } from '../../../engines/openstack/mirror/strategy.ts';
import type { OctaviaMember } from './client.ts';

/** Most servers and networks that are looked at. */
const MOST = 1000;

interface Wanted {
  projectId: string;
  balancerId: string | undefined;
  members: readonly Pick<OctaviaMember, 'id' | 'address' | 'subnet_id'>[];
}

type Reads = Pick<MirrorContext, 'store' | 'engine'>;

/** The network of each subnet of a project's, or shared with it. */
async function networksOf({ store }: Reads, projectId: string): Promise<Map<string, string>> {
  const { rows } = await store.read.list({
    kind: networkKind,
    visibility: { scope: { type: 'project', projectId, domainId: '' }, userId: '', domainId: '' },
    filters: {},
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  return new Map(rows.flatMap(({ id, document: { subnets } }) => subnets.map((subnet) => [subnet.id, id] as const)));
}

/** Ids of servers of the project by the ids of the members whose addresses are theirs, in the member's network: the balancer's own where it says none. */
export async function serversAt(context: Reads, { projectId, balancerId, members }: Wanted): Promise<Map<string, string>> {
  const { store, engine } = context;
  if (members.length === 0) return new Map();
  const { rows } = await store.read.list({
    kind: serverKind,
    visibility: EVERYTHING,
    filters: {
      project_id: { operator: 'is', values: [projectId] },
      ip: { operator: 'in', values: [...new Set(members.map(({ address }) => address))] },
    },
    sort: { key: 'name', descending: false },
    limit: MOST,
  });
  const servers = rows.filter((row) => row.engine === engine);
  if (servers.length === 0) return new Map();
  const networks = await networksOf(context, projectId);
  const balancer = balancerId === undefined ? undefined : await store.read.get({ engine, kind: 'load_balancer', id: balancerId });
  const found = new Map<string, string>();
  for (const { id, address, subnet_id: subnet } of members) {
    const network = (subnet && networks.get(subnet)) ?? balancer?.document.network_id;
    const server = servers.find(({ document: { networks: nics, network_data: data } }) =>
      nics.some(
        (nic) =>
          (network === undefined || network === null || nic.network_id === network) &&
          data.some((one) => one.mac_addr === nic.mac_addr && one.fixed_ips.includes(address)),
      ),
    );
    if (server) found.set(id, server.id);
  }
  return found;
}
