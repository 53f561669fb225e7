/** How an interface of a server is reached from outside the cloud: what stands in between, and what is missing. */
import { leadsThrough, missingFor, routersAt, type Target } from '../floating-ips/reach.ts';
import type { Network } from '../networks/entity.ts';
import type { Router } from '../routers/entity.ts';
import type { SecurityGroup } from '../security-groups/entity.ts';
import { openingsOf, type Opening } from '../security-groups/openings.ts';

type Groups = readonly Pick<SecurityGroup, 'id' | 'security_group_rules'>[];

/** An interface with what the caller sees around it. */
export interface Place<R, F> {
  serverId: string;
  /** IPv4 addresses of the interface in its network. */
  ips: readonly string[];
  /** Whether security groups say what is let in. */
  isProtected: boolean;
  /** Of the interface; undefined: not seen. */
  network: (NonNullable<Target['network']> & Pick<Network, 'router_external'>) | undefined;
  routers: readonly R[];
  /** Of the server. */
  floatingIps: readonly F[];
  /** Of the interface. */
  groups: Groups;
}

/** What is missing, from the internet to the machine; `closed`: nothing is let in from anywhere. */
export type Gap = 'ipv4' | 'floating' | 'router' | 'gateway' | 'elsewhere' | 'closed';

interface Reachability<R, F> {
  /** The address that the rest is about; null where there is no IPv4 address. */
  ip: string | null;
  /** The network itself is one outside: neither a router nor a floating IP is needed. */
  isDirect: boolean;
  floating: F | null;
  router: R | null;
  /** Whether the surroundings of the network are the caller's to see; where not, no router is told of and none is missed. */
  isSeen: boolean;
  /** What anybody may do over IPv4; null: everything, for want of protection. */
  openings: readonly Opening[] | null;
  /** Empty: it is reached. */
  gaps: readonly Gap[];
}

type Near = Pick<Router, 'name' | 'external_gateway_info' | 'interfaces_info'>;
type Leading = Target['others'][number];

/** Whether a floating IP leads to one of the addresses, and through what. */
export function reachabilityOf<R extends Near, F extends Leading>(place: Place<R, F>): Reachability<R, F> {
  const { serverId, ips, isProtected, network, routers, floatingIps, groups } = place;
  const floating = floatingIps.find((one) => one.attachment?.object_id === serverId && ips.includes(one.fixed_ip_address ?? '')) ?? null;
  const ip = floating?.fixed_ip_address ?? ips[0] ?? null;
  const isDirect = network?.router_external ?? false;
  const isSeen = network !== undefined && network.rbac_policies !== null;
  const near = network && ip !== null ? routersAt(ip, network, routers) : [];
  const leading = near.find((one) => (floating ? leadsThrough(one, floating.floating_network_id) : one.external_gateway_info !== null));
  const router = leading ?? near[0] ?? null;
  const openings = isProtected
    ? openingsOf(groups).filter(({ from, ethertype }) => 'any' in from && ethertype.toLowerCase() === 'ipv4')
    : null;
  const gaps: Gap[] = [];
  if (ip === null) gaps.push('ipv4');
  else if (!isDirect) {
    if (!floating) gaps.push('floating');
    const outside = floating?.floating_network_id ?? router?.external_gateway_info?.network_id ?? '';
    const missing = missingFor({ serverId, ip, network, routers, others: floatingIps }, outside, floating?.id)?.what;
    if (missing && missing !== 'taken') gaps.push(missing);
  }
  if (openings?.length === 0) gaps.push('closed');
  return { ip, isDirect, floating, router, isSeen, openings, gaps };
}
