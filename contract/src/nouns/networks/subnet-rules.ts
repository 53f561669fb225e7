/** Whether the members of a subnet fit each other (S1 §5, screens E2). */
import ipaddr from 'ipaddr.js';
import { isHostIn, networkProblem } from '../../validation/cidr.ts';
import { ipText, ipValue } from '../../validation/ip-values.ts';
import type { CodedText } from '../../wire/errors.ts';

interface Pool {
  start: string;
  end: string;
  deleted?: boolean | undefined;
}

/** What is judged. */
export interface SubnetShape {
  cidr: string;
  gateway_ip?: string | null | undefined;
  allocation_pools?: readonly Pool[] | undefined;
  ipv6_ra_mode?: string | null | undefined;
  ipv6_address_mode?: string | null | undefined;
}

/** Something that is wrong, at a member. */
export interface SubnetProblem extends CodedText {
  path: (string | number)[];
}

function poolProblem({ start, end }: Pool, cidr: string): string | undefined {
  if (!isHostIn(cidr, start) || !isHostIn(cidr, end)) return 'pool_outside';
  return ipValue(start) > ipValue(end) ? 'pool_order' : undefined;
}

/** Networks whose addresses no host is given (RFC 6890), and what is wrong with a subnet that has some of them. */
const SPECIAL = {
  cidr_loopback: ['127.0.0.0/8', '::1/128'],
  cidr_link_local: ['169.254.0.0/16', 'fe80::/10'],
  cidr_multicast: ['224.0.0.0/4', 'ff00::/8'],
  cidr_reserved: ['0.0.0.0/8', '240.0.0.0/4', '::/128', '::ffff:0:0/96'],
} as const;

/** The first special network of which something holds, as what is wrong. */
function specialProblem(holds: (special: string) => boolean): CodedText | undefined {
  for (const [code, networks] of Object.entries(SPECIAL)) {
    const special = networks.find(holds);
    if (special !== undefined) return { code, params: { network: special } };
  }
  return undefined;
}

/**
 * What is wrong with a network that is reached from elsewhere, by a route or a VPN: no host in it can be. One that has others besides
 * (`0.0.0.0/0`) is a right one. Nothing where the form is wrong.
 */
export const reachedNetworkProblem = (cidr: string): CodedText | undefined =>
  networkProblem(cidr) ? undefined : specialProblem((special) => isWithin(special, cidr));

/**
 * What is wrong with the network of a new subnet beside its form: it has addresses that no host can be given, or none that is left beside the
 * gateway. Nothing where the form is wrong.
 */
export function newNetworkProblem({ cidr, gateway_ip: gateway, allocation_pools: pools = [] }: SubnetShape): CodedText | undefined {
  if (networkProblem(cidr)) return undefined;
  const special = specialProblem((one) => networksOverlap(one, cidr));
  if (special) return special;
  const isEmpty = pools.length === 0 && poolsBeside(cidr, gateway === undefined ? firstHost(cidr) : gateway).length === 0;
  return isEmpty ? { code: 'cidr_no_host' } : undefined;
}

const within = ({ start, end }: Pool, value: bigint): boolean => value >= ipValue(start) && value <= ipValue(end);

/** Everything that is wrong with a subnet whose network address is a right one; nothing where that is wrong itself. */
export function subnetProblems({ cidr, gateway_ip: gateway, allocation_pools: pools = [], ...modes }: SubnetShape): SubnetProblem[] {
  if (networkProblem(cidr)) return [];
  const problems: SubnetProblem[] = [];
  const gatewayFits = typeof gateway !== 'string' || isHostIn(cidr, gateway) || isLinkLocalOf(cidr, gateway);
  if (!gatewayFits) problems.push({ path: ['gateway_ip'], code: 'gateway_outside', params: { cidr } });
  const sound: Pool[] = [];
  for (const [index, pool] of pools.entries()) {
    if (pool.deleted === true) continue;
    const path = ['allocation_pools', index];
    const code = poolProblem(pool, cidr);
    if (code) problems.push({ path, code, params: { cidr } });
    else if (typeof gateway === 'string' && gatewayFits && within(pool, ipValue(gateway))) problems.push({ path, code: 'pool_gateway' });
    else if (sound.some((other) => within(other, ipValue(pool.start)) || within(pool, ipValue(other.start))))
      problems.push({ path, code: 'pool_overlap' });
    else sound.push(pool);
  }
  return [...problems, ...modeProblems(cidr, modes)];
}

/** Whether an address leads out of an IPv6 subnet as the link's own address of a router, which every subnet has beside its own: `fe80::1`. */
const isLinkLocalOf = (cidr: string, ip: string): boolean => cidr.includes(':') && isHostIn('fe80::/10', ip);

/** Hosts that make their addresses themselves need 64 bits for it; IPv4 has none of these modes, and two that are given are the same. */
function modeProblems(cidr: string, modes: Pick<SubnetShape, 'ipv6_ra_mode' | 'ipv6_address_mode'>): SubnetProblem[] {
  const [address, length] = ipaddr.parseCIDR(cidr);
  const { ipv6_ra_mode: announced, ipv6_address_mode: mode } = modes;
  if (address.kind() === 'ipv6' && announced && mode && announced !== mode)
    return [{ path: ['ipv6_address_mode'], code: 'ipv6_modes_differ' }];
  return (['ipv6_ra_mode', 'ipv6_address_mode'] as const).flatMap((member): SubnetProblem[] => {
    const mode = modes[member];
    if (typeof mode !== 'string') return [];
    if (address.kind() === 'ipv4') return [{ path: [member], code: 'ipv6_only' }];
    return mode !== 'dhcpv6-stateful' && length !== 64 ? [{ path: [member], code: 'slaac_prefix' }] : [];
  });
}

/** Whether interfaces make their address in a subnet themselves, from their hardware address: none is handed out, and none can be asked for. */
export const isSelfAddressed = ({
  ipv6_ra_mode: ra,
  ipv6_address_mode: mode,
}: Pick<SubnetShape, 'ipv6_ra_mode' | 'ipv6_address_mode'>): boolean =>
  [ra, mode].some((one) => one === 'slaac' || one === 'dhcpv6-stateless');

/** A range of addresses as texts. */
export type AddressRange = Pick<Pool, 'start' | 'end'>;

/** First and last value of a network, all of its addresses; how many bytes one has. */
function boundsOf(cidr: string): { first: bigint; last: bigint; bytes: number } {
  const [address, prefix] = ipaddr.parseCIDR(cidr);
  const bytes = address.toByteArray().length;
  const size = 1n << BigInt(bytes * 8 - prefix);
  const first = (ipValue(address.toString()) / size) * size;
  return { first, last: first + size - 1n, bytes };
}

/** First and last address that a host may have in a right network address (see `isHostIn`); in IPv6 the first one of all is the routers'. */
function hostsOf(cidr: string): { first: bigint; last: bigint; bytes: number } {
  const { first, last, bytes } = boundsOf(cidr);
  if (last - first < 3n) return { first, last, bytes };
  return { first: first + 1n, last: bytes === 4 ? last - 1n : last, bytes };
}

/** The address that a gateway has where none is named: the first that a host may have. */
export function firstHost(cidr: string): string {
  const { first, bytes } = hostsOf(cidr);
  return ipText(first, bytes);
}

/** All addresses that hosts may have in a subnet but that of its gateway: what is handed out where no pools are named. */
export function poolsBeside(cidr: string, gateway: string | null): AddressRange[] {
  const { first, last, bytes } = hostsOf(cidr);
  const hole = gateway === null || !isHostIn(cidr, gateway) ? undefined : ipValue(gateway);
  const ranges =
    hole === undefined ? [[first, last] as const] : [[first, hole - 1n] as const, [hole < first ? first : hole + 1n, last] as const];
  return ranges.flatMap(([start, end]) => (start <= end ? [{ start: ipText(start, bytes), end: ipText(end, bytes) }] : []));
}

/** Whether two network addresses have an address in common; what is none has nothing in common with any. */
export function networksOverlap(one: string, other: string): boolean {
  if (![one, other].every((text) => ipaddr.isValidCIDR(text))) return false;
  const [a, b] = [boundsOf(one), boundsOf(other)];
  return a.bytes === b.bytes && a.first <= b.last && b.first <= a.last;
}

/** Whether all addresses of a network are in another one. Both are right ones. */
function isWithin(whole: string, part: string): boolean {
  const [a, b] = [boundsOf(whole), boundsOf(part)];
  return a.bytes === b.bytes && a.first <= b.first && b.last <= a.last;
}
