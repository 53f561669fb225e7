import { isIPv4 } from 'node:net';
import type { LoadBalancerCreate } from '@gantry/contract/nouns/load-balancers/bodies';
import { isHostIn } from '@gantry/contract/validation/cidr';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Documents } from '../../../port/store/rows.ts';

type Subnet = Documents['network']['subnets'][number];

/** Where a load balancer is to take what arrives. */
export type PlaceWanted = Pick<LoadBalancerCreate, 'network_id' | 'subnet_id' | 'ip_version' | 'address'>;

const invalid = (field: string, problem: { code: string }): GantryError =>
  new GantryError('validation_failed', { fields: { [field]: [problem] } });

/** The subnet that is meant. Throws validation_failed at the field. */
export function chosenSubnet(
  { subnets }: { subnets: readonly Subnet[] },
  { subnet_id: id, ip_version: wanted, address }: PlaceWanted,
): Subnet {
  if (id !== undefined) {
    const subnet = subnets.find((one) => one.id === id);
    if (!subnet) throw invalid('subnet_id', { code: 'unknown_id' });
    if (wanted !== undefined && subnet.ip_version !== wanted) throw invalid('ip_version', { code: 'subnet_version_missing' });
    if (address !== undefined && !isHostIn(subnet.cidr, address)) throw invalid('address', { code: 'address_outside' });
    return subnet;
  }
  const version = wanted ?? (address === undefined ? 4 : isIPv4(address) ? 4 : 6);
  const fit = subnets.filter((subnet) => subnet.ip_version === version);
  if (fit.length === 0) throw invalid(wanted === undefined ? 'network_id' : 'ip_version', { code: 'subnet_version_missing' });
  const subnet = address === undefined ? fit[0] : fit.find(({ cidr }) => isHostIn(cidr, address));
  if (!subnet) throw invalid('address', { code: 'address_outside' });
  return subnet;
}
