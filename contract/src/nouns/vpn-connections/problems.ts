/** What of a VPN connection does not fit together: one rule for the form, the creation and the change (screens I2). */
import { isIPv6 } from './versions.ts';
import { networksOverlap, reachedNetworkProblem } from '../networks/subnet-rules.ts';
import type { CodedText } from '../../wire/errors.ts';
import { MTU_MIN } from './values.ts';

/** What is judged: a connection as it is asked for, or as it would be by a change. What is absent is not judged. */
interface VpnShape {
  /** Absent: of a policy that is not known here. */
  ike_version?: string | null | undefined;
  peer_cidrs?: readonly string[] | undefined;
  mtu?: number | undefined;
  dpd?: { interval: number; timeout: number } | undefined;
  /** Ranges of the subnets that are connected here, in the order in which they are named. */
  local_cidrs?: readonly string[] | undefined;
  /** Ranges of all subnets that the router is connected to. */
  connected_cidrs?: readonly string[] | undefined;
  /** Ranges that the router reaches by other connections. */
  other_peer_cidrs?: readonly string[] | undefined;
}

/** Something that is wrong, at a member of the body. */
interface VpnProblem extends CodedText {
  path: readonly (string | number)[];
}

/** The first of some ranges that overlaps one. */
const overlapping = (ranges: readonly string[], cidr: string): string | undefined => ranges.find((other) => networksOverlap(other, cidr));

function rangeProblem(cidr: string, before: readonly string[], shape: VpnShape): CodedText | undefined {
  const { local_cidrs: own = [], connected_cidrs: connected = [], other_peer_cidrs: others = [] } = shape;
  const unreached = reachedNetworkProblem(cidr);
  if (unreached) return unreached;
  const local = overlapping([...own, ...connected], cidr);
  if (local !== undefined) return { code: 'vpn_ranges_overlap', params: { local, remote: cidr } };
  const twice = overlapping(before, cidr);
  if (twice !== undefined) return { code: 'vpn_remote_ranges_overlap', params: { remote: cidr, other: twice } };
  const taken = overlapping(others, cidr);
  if (taken !== undefined) return { code: 'vpn_range_taken', params: { remote: cidr, other: taken } };
  const version = [...own, ...before].find((other) => isIPv6(other) !== isIPv6(cidr));
  return version === undefined ? undefined : { code: 'vpn_ip_versions' };
}

/** Everything that does not fit; nothing where it does. Ranges are right ones. */
export function vpnProblems(shape: VpnShape): VpnProblem[] {
  const { ike_version: version, peer_cidrs: remote = [], local_cidrs: own = [], dpd, mtu } = shape;
  const problems: VpnProblem[] = [];
  if (version === 'v1' && remote.length > 1) problems.push({ path: ['peer_cidrs'], code: 'vpn_ike_single_range' });
  if (own.some(isIPv6) && !own.every(isIPv6)) problems.push({ path: ['local_subnet_ids'], code: 'vpn_ip_versions' });
  for (const [index, cidr] of remote.entries()) {
    const problem = rangeProblem(cidr, remote.slice(0, index), shape);
    if (problem) problems.push({ path: ['peer_cidrs', index], ...problem });
  }
  if (dpd && dpd.timeout <= dpd.interval) problems.push({ path: ['dpd', 'timeout'], code: 'vpn_dpd_timeout' });
  const min = MTU_MIN[remote.some(isIPv6) ? 6 : 4];
  if (mtu !== undefined && mtu < min) problems.push({ path: ['mtu'], code: 'too_small', params: { min } });
  return problems;
}

/** What can be wrong with a VPN connection, beside what any value may have. */
export const vpnFieldTexts = {
  vpn_policy_one: 'Choose an existing policy or create a new one, not both.',
  vpn_ike_single_range: 'IKE v1 connects to one remote range only. Use IKE v2 for several.',
  vpn_ranges_overlap: 'The remote range {remote} overlaps the local range {local}.',
  vpn_remote_ranges_overlap: 'The remote ranges {remote} and {other} overlap.',
  vpn_range_taken: 'The remote range {remote} overlaps {other} of another VPN connection of the router.',
  vpn_ip_versions: 'All ranges must be of the same IP version.',
  vpn_dpd_timeout: 'The timeout must be longer than the interval.',
  vpn_router_gateway: 'The router has no external gateway. Add one first.',
  vpn_router_gateway_version: 'The external gateway has no address of this IP version.',
  vpn_subnet_unconnected: 'The router has no interface in this subnet.',
  vpn_peer_address: 'Enter an IP address or a host name, such as 203.0.113.10 or vpn.example.com.',
  vpn_identity: 'Use letters, digits and the characters . : @ % _ - + = , /.',
  vpn_psk: 'Use letters, digits and symbols, but no spaces, quotation marks or backslashes.',
} as const;
