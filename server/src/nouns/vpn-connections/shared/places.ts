/** Where the two sides of a VPN connection are: whether a router and its subnets can have it. */
import type { VpnConnectionUpdate } from '@gantry/contract/nouns/vpn-connections/bodies';
import { vpnConnectionKind, type VpnConnection } from '@gantry/contract/nouns/vpn-connections/entity';
import { vpnProblems } from '@gantry/contract/nouns/vpn-connections/problems';
import { isIPv6 } from '@gantry/contract/nouns/vpn-connections/versions';
import { canonicalRange } from '@gantry/contract/validation/canonical';
import { newProblems } from '@gantry/contract/validation/new-problems';
import { GantryError, type TextParams } from '@gantry/contract/wire/errors';
import type { Filter } from '@gantry/contract/wire/query';
import type { Reader } from '../../../port/store/reader.ts';
import type { Documents } from '../../../port/store/rows.ts';
import { EVERYTHING } from '../../../store/visibility/visibility.ts';

/** What is read: rows of one engine. */
export interface Source {
  engine: string;
  get: Reader['get'];
  list: Reader['list'];
}

/** Most connections of a router, or of a part, that are looked at. */
const MOST = 1000;

const refused = (field: string, code: string, params?: TextParams): GantryError =>
  new GantryError('validation_failed', { fields: { [field]: [params ? { code, params } : { code }] } });

type Connection = Documents['vpn_connection'];

/** Connections that name something, as they are committed: by a key of their kind. */
export async function connectionsBy({ engine, list }: Pick<Source, 'engine' | 'list'>, key: string, id: string): Promise<Connection[]> {
  const filters: Readonly<Record<string, Filter>> = { [key]: { operator: 'is', values: [id] } };
  const request = { kind: vpnConnectionKind, visibility: EVERYTHING, filters, sort: { key: 'name', descending: false }, limit: MOST };
  return (await list(request)).rows.filter((row) => row.engine === engine).map(({ document }) => document);
}

/** Members that have to fit each other, and what is connected to the router. */
const PLACING = ['local_subnet_ids', 'peer_cidrs', 'peer_address', 'mtu', 'dpd'] as const;

/** Whether a change has to be judged with what stays as it is. */
export const isPlacedAnew = (body: VpnConnectionUpdate): boolean => PLACING.some((member) => body[member] !== undefined);

/** What a connection is to lead to and from. */
interface Wanted {
  routerId: string;
  subnetIds: readonly string[];
  remote: readonly string[];
  peer: string;
  ikeVersion: string | null;
  mtu: number;
  dpd: VpnConnection['dpd'];
  /** The connection as it is, where it is there already: what is wrong with it is no reason to refuse a change. */
  before?: Connection | undefined;
}

/** Where a connection is: the address that its router has outside, and the ranges of its subnets in their order. */
interface Place {
  router: Documents['router'];
  address: string;
  cidrs: string[];
}

/** The address of a router by which a peer of this version of IP reaches it. Throws validation_failed. */
function outsideOf({ external_gateway_info: gateway }: Documents['router'], peer: string): string {
  if (!gateway) throw refused('router_id', 'vpn_router_gateway');
  const own = gateway.external_fixed_ips.find(({ ip_address: ip }) => isIPv6(ip) === isIPv6(peer));
  if (!own) throw refused('peer_address', 'vpn_router_gateway_version');
  return own.ip_address;
}

/** The ranges of the subnets that a router is connected to inside, by their ids. */
async function connectedTo({ engine, get }: Source, { interfaces_info: interfaces }: Documents['router']): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const { network_id: id, fixed_ips: fixed } of interfaces) {
    const network = await get({ engine, kind: 'network', id });
    for (const subnet of network?.document.subnets ?? [])
      if (fixed.some(({ subnet_id: one }) => one === subnet.id)) found.set(subnet.id, subnet.cidr);
  }
  return found;
}

/** Ranges of a connection's subnets by their ids, as far as they are known. */
const cidrsOf = ({ local_subnet_ids: ids, local_cidrs: cidrs }: Connection): Partial<Record<string, string>> =>
  Object.fromEntries(ids.map((id, index) => [id, cidrs[index]]));

/** Where a connection would be. Throws validation_failed at the member that does not fit. */
export async function placeOf(source: Source, projectId: string, wanted: Wanted): Promise<Place> {
  const row = await source.get({ engine: source.engine, kind: 'router', id: wanted.routerId });
  if (!row || row.projectId !== projectId) throw refused('router_id', 'unknown_id');
  const router = row.document;
  const address = outsideOf(router, wanted.peer);
  const connected = await connectedTo(source, router);
  const { before } = wanted;
  const known = before ? cidrsOf(before) : {};
  const cidrs = wanted.subnetIds.map((id, index) => {
    const cidr = connected.get(id) ?? known[id];
    if (cidr === undefined) throw refused(`local_subnet_ids.${index}`, 'vpn_subnet_unconnected');
    return cidr;
  });
  const others = (await connectionsBy(source, 'router', router.id)).filter(({ id }) => id !== before?.id);
  const around = {
    ike_version: wanted.ikeVersion,
    connected_cidrs: [...connected.values()],
    other_peer_cidrs: others.flatMap(({ peer_cidrs: ranges }) => ranges),
  };
  const now = { ...around, peer_cidrs: wanted.remote, mtu: wanted.mtu, dpd: wanted.dpd, local_cidrs: cidrs };
  const was = before && {
    ...around,
    peer_cidrs: before.peer_cidrs.map(canonicalRange),
    mtu: before.mtu,
    dpd: before.dpd,
    local_cidrs: before.local_cidrs,
  };
  const [problem] = newProblems(vpnProblems, now, was);
  if (problem) throw refused(problem.path.join('.'), problem.code, problem.params);
  return { router, address, cidrs };
}
