/** Which addresses of servers a load balancer reaches. */
import { GantryError } from '@gantry/contract/wire/errors';
import { isHostIn } from '@gantry/contract/validation/cidr';
import type { Documents } from '../../../port/store/rows.ts';

type Subnet = Documents['network']['subnets'][number];

/** Subnets that a balancer reaches, with their networks; its own one first. */
export type Reached = readonly { networkId: string; subnet: Pick<Subnet, 'id' | 'cidr'> }[];

/** An address of a server, and the subnet that it is in. */
export interface Place {
  address: string;
  subnetId: string;
}

type Attached = Pick<Documents['server'], 'networks' | 'network_data'>;

/** The addresses of a server that are reached, the nearest first. */
function placesIn({ networks, network_data: data }: Attached, reached: Reached): Place[] {
  const networkOf = new Map(networks.map(({ mac_addr: mac, network_id: id }) => [mac, id]));
  const own = data.flatMap(({ mac_addr: mac, fixed_ips: ips }) => ips.map((ip) => ({ ip, networkId: networkOf.get(mac) })));
  return reached.flatMap(({ networkId, subnet }) =>
    own.flatMap(({ ip, networkId: of }) => (of === networkId && isHostIn(subnet.cidr, ip) ? [{ address: ip, subnetId: subnet.id }] : [])),
  );
}

const wrong = (field: string, code: string): GantryError => new GantryError('validation_failed', { fields: { [field]: [{ code }] } });

/** The address that is meant. Throws validation_failed at the field; `at`: where the member stands in the body. */
export function placeOf(server: Attached, reached: Reached, wanted: string | undefined, at: string): Place {
  const found = placesIn(server, reached);
  if (found.length === 0) throw wrong(`${at}server_id`, 'member_unreachable');
  if (wanted !== undefined) {
    const place = found.find(({ address }) => address === wanted);
    if (!place) throw wrong(`${at}address`, 'member_address');
    return place;
  }
  const [nearest] = reached;
  const near = nearest ? placesIn(server, [nearest]) : [];
  const [only, ...others] = near.length > 0 ? near : found;
  if (others.length > 0) throw wrong(`${at}address`, 'member_address_missing');
  return only!;
}
