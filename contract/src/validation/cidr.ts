/** Networks as `10.0.0.0/24` and `fd00::/64`, and the addresses in them. */
import ipaddr from 'ipaddr.js';
import type { CodedText } from '../wire/errors.ts';
import { FORMS } from '../wire/forms.ts';

/**
 * What is wrong with the address of a network (S1 §5): nothing was typed, it is not of that form, or it is an address within the network
 * that its parameters name. Undefined where it is right.
 */
export function networkProblem(text: string): CodedText | undefined {
  if (text.trim() === '') return { code: 'required' };
  if (!FORMS.ipv4_cidr.fits(text) && !FORMS.ipv6_cidr.fits(text)) return { code: 'cidr' };
  const [address, length] = ipaddr.parseCIDR(text);
  const network = networkOf(address, length);
  if (network === address.toString()) return undefined;
  return { code: 'cidr_network', params: { network, length } };
}

/** The first address of the network that an address of this prefix length is in. */
export function networkOf(address: ipaddr.IPv4 | ipaddr.IPv6, length: number): string {
  const bytes = address.toByteArray().map((byte, index) => byte & (0xff << Math.min(8, Math.max(0, 8 * (index + 1) - length))) & 0xff);
  return ipaddr.fromByteArray(bytes).toString();
}

/** Whether an address may be a host's in a subnet (`10.0.0.0/24`): inside, and neither network nor broadcast address. False for what is none. */
export function isHostIn(cidr: string, ip: string): boolean {
  if (FORMS.ipv4_cidr.fits(cidr)) return FORMS.ipv4.fits(ip) && isIpv4HostIn(cidr, ipaddr.IPv4.parse(ip));
  return FORMS.ipv6_cidr.fits(cidr) && FORMS.ipv6.fits(ip) && ipaddr.IPv6.parse(ip).match(ipaddr.IPv6.parseCIDR(cidr));
}

/** What is wrong with an address for a host of a network with these subnets; undefined where one of them has a place for it. */
export function hostProblem(
  subnets: readonly { cidr: string; gateway_ip: string | null }[],
  ip: string,
): 'address_gateway' | 'address_edge' | 'address_outside' | undefined {
  const isGateway = ({ gateway_ip: gateway }: { gateway_ip: string | null }): boolean => gateway !== null && isSameIp(gateway, ip);
  if (subnets.some(isGateway)) return 'address_gateway';
  if (subnets.some(({ cidr }) => isHostIn(cidr, ip))) return undefined;
  const isEdge = FORMS.ipv4.fits(ip) && subnets.some(({ cidr }) => FORMS.ipv4_cidr.fits(cidr) && isInIpv4(cidr, ip));
  return isEdge ? 'address_edge' : 'address_outside';
}

const isSameIp = (one: string, other: string): boolean =>
  ipaddr.isValid(one) && ipaddr.isValid(other) && ipaddr.parse(one).toString() === ipaddr.parse(other).toString();

const isInIpv4 = (cidr: string, ip: string): boolean => ipaddr.IPv4.parse(ip).match(ipaddr.IPv4.parseCIDR(cidr));

function isIpv4HostIn(cidr: string, ip: ipaddr.IPv4): boolean {
  const network = ipaddr.IPv4.parseCIDR(cidr);
  if (!ip.match(network)) return false;
  // A network of one or two addresses has neither of the two (RFC 3021).
  if (network[1] > 30) return true;
  return ![ipaddr.IPv4.networkAddressFromCIDR(cidr), ipaddr.IPv4.broadcastAddressFromCIDR(cidr)].some(
    (edge) => edge.toString() === ip.toString(),
  );
}
