/** What the network service says no to of routers. */
import { no } from '@gantry/contract/wire/rule-result';
import type { Meaning } from '../../../engines/openstack/commands/meanings.ts';

/** The member of bodies that holds the way out. */
export const GATEWAY = 'external_gateway_info';

const is = (code: string) => (): { code: string } => ({ code });

/** Of all that is done to a router. */
export const MEANINGS: readonly Meaning[] = [
  { words: /is not (an|a valid) external network/i, field: `${GATEWAY}.network_id`, problem: is('network_not_external') },
  { words: /nexthop is not connected with router/i, field: 'routes', problem: is('nexthop_unreachable') },
  { words: /gateway to external network .* is required by/i, reason: no('router_gateway_in_use') },
  { words: /interface .* cannot be deleted, as it is required by .* floating/i, reason: no('router_interface_in_use') },
  { words: /interface .* cannot be deleted, as it is required by .* route/i, reason: no('router_interface_routed') },
  {
    words: /(Router|Subnet) \S+ is used by (VPNService|endpoint group|IPsec)/i,
    reason: no('still_used_by_vpn_connection', { count: 1, names: '' }),
  },
  { words: /Router .* still has ports/i, reason: no('router_has_interfaces') },
  { words: /already has a port on subnet/i, field: 'network_id', problem: is('router_has_subnet') },
  {
    words: /overlaps with cidr (\S+) of subnet/i,
    field: 'network_id',
    problem: ([, cidr = '']) => ({ code: 'router_subnet_overlaps', params: { cidr } }),
  },
  { words: /must have a gateway IP/i, field: 'ip_address', problem: is('required') },
];

/** Of the addresses that are asked for: outside, and of a new interface. */
const addresses = (field: string): readonly Meaning[] => [
  { words: /address \S+ (is in use|already allocated)/i, field, problem: is('address_taken') },
  { words: /is not a valid IP for/i, field, problem: is('address_outside') },
];
/** Of a way out. */
export const OUTSIDE = [...MEANINGS, ...addresses(`${GATEWAY}.external_fixed_ips`)];
/** Of an interface. */
export const INSIDE = [...MEANINGS, ...addresses('ip_address')];
