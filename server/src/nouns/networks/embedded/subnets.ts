/** Subnets of networks: what a new one is, what one becomes by a change, and what becomes of their addresses by that. */
import { randomUUID } from 'node:crypto';
import { firstHost, networksOverlap, poolsBeside, subnetProblems, type SubnetProblem } from '@gantry/contract/nouns/networks/subnet-rules';
import { newProblems } from '@gantry/contract/validation/new-problems';
import { keptNameservers, keptPools, type Subnet, type SubnetUpdate, type SubnetWanted } from '@gantry/contract/nouns/networks/subnets';
import { ipValue } from '@gantry/contract/validation/ip-values';
import { GantryError, type CodedText } from '@gantry/contract/wire/errors';
import type { Writer } from '../../../port/store/writer.ts';
import { closeSubnet, holds, isHandedOut, openSubnet, rangesOf, takenOf } from './addresses.ts';
import { routersAt, routersIn } from './connected.ts';
import { releaseUsed, takeUsed, usedIn } from './in-use.ts';
import { formatIpv4, parseIpv4, without, type Range } from './ipv4.ts';
import { isPooled6 } from './ipv6.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

/** Addresses in use of which a refusal tells. */
const NAMED = 3;

/** Throws validation_failed with what is wrong at members of a subnet; `at`: where that stands in the body. */
function assertFits(problems: readonly SubnetProblem[], at: string): void {
  if (problems.length === 0) return;
  const fields: Record<string, CodedText[]> = {};
  for (const { path, ...text } of problems) (fields[at + path.join('.')] ??= []).push(text);
  throw new GantryError('validation_failed', { fields });
}

/** A new subnet beside those that there are. Throws validation_failed. */
export function newSubnet(wanted: SubnetWanted, beside: readonly Subnet[], at = ''): Subnet {
  const { cidr, gateway_ip: gateway = firstHost(cidr), name = null, enable_dhcp = true } = wanted;
  // The gateway that nobody named may be in a pool.
  assertFits(subnetProblems({ ...wanted, gateway_ip: gateway }), at);
  const other = beside.find((one) => networksOverlap(one.cidr, cidr));
  if (other) assertFits([{ path: ['cidr'], code: 'subnet_overlaps', params: { cidr: other.cidr } }], at);
  const pools = keptPools(wanted.allocation_pools ?? []);
  return {
    id: randomUUID(),
    name,
    ip_version: cidr.includes(':') ? 6 : 4,
    cidr,
    gateway_ip: gateway,
    allocation_pools: pools.length > 0 ? pools : poolsBeside(cidr, gateway),
    dns_nameservers: keptNameservers(wanted.dns_nameservers ?? []),
    enable_dhcp,
    ipv6_ra_mode: wanted.ipv6_ra_mode ?? null,
    ipv6_address_mode: wanted.ipv6_address_mode ?? null,
  };
}

const isSame = (one: Subnet['allocation_pools'], other: Subnet['allocation_pools']): boolean =>
  one.length === other.length && one.every(({ start, end }, place) => other[place]!.start === start && other[place]!.end === end);

/** What a subnet becomes. Where nobody has named pools they are all addresses but the gateway's, whatever that is. Throws validation_failed. */
export function changedSubnet(subnet: Subnet, change: SubnetUpdate): Subnet {
  const { cidr, allocation_pools: before } = subnet;
  const { gateway_ip: gateway = subnet.gateway_ip, allocation_pools: wanted } = change;
  const isAutomatic = before.length === 0 || isSame(before, poolsBeside(cidr, subnet.gateway_ip));
  const named = wanted ? keptPools(wanted) : isAutomatic ? [] : before;
  const pools = named.length > 0 ? named : poolsBeside(cidr, gateway);
  const problems = newProblems(subnetProblems, { ...subnet, gateway_ip: gateway, allocation_pools: wanted ?? pools }, subnet);
  // Who did not speak of the pools has named the gateway.
  assertFits(wanted ? problems : problems.map((one) => (one.code === 'pool_gateway' ? IN_POOL : one)), '');
  const { name = subnet.name, enable_dhcp = subnet.enable_dhcp } = change;
  const dns_nameservers = change.dns_nameservers ? keptNameservers(change.dns_nameservers) : subnet.dns_nameservers;
  return { ...subnet, name, enable_dhcp, dns_nameservers, gateway_ip: gateway, allocation_pools: pools };
}

const IN_POOL = { path: ['gateway_ip'], code: 'gateway_in_pool' };

/** Hands out the addresses of a subnet as it is from now on. Throws validation_failed where one that is in use would be none of them. */
export async function rearrange(platform: Platform, writer: Writer, before: Subnet, after: Subnet): Promise<void> {
  if (after.ip_version === 6) return rearrange6(platform, writer, before, after);
  const taken = await takenOf(platform, writer, before);
  const apart: string[] = [];
  for await (const ip of usedIn(platform, writer, before)) apart.push(ip);
  const stranded = without(taken, rangesOf(after));
  const gateway = after.gateway_ip !== null ? parseIpv4(after.gateway_ip) : NaN;
  if ([...taken, ...apart.map(only)].some((range) => holds(range, gateway))) assertFits([GATEWAY_TAKEN], '');
  if (stranded.length > 0) {
    const addresses = stranded.flatMap(({ start, end }) =>
      Array.from({ length: Math.min(NAMED, end - start + 1) }, (_, index) => start + index),
    );
    assertFits([stillUsed(addresses.slice(0, NAMED).map(formatIpv4))], '');
  }
  await closeSubnet(platform, writer, before.id);
  // What was outside of the pools may be in them from now on.
  const others = [...apart, ...(await routersAt(platform, before.id))].map(only);
  await openSubnet(platform, writer, after, [...taken, ...others]);
  for (const ip of apart) if (isHandedOut(after, ip)) await releaseUsed(platform, writer, after.id, ip);
}

const only = (ip: string): Range => ({ start: parseIpv4(ip), end: parseIpv4(ip) });

const GATEWAY_TAKEN = { path: ['gateway_ip'], code: 'gateway_taken' };
const stillUsed = (ips: readonly string[]): SubnetProblem => ({
  path: ['allocation_pools'],
  code: 'pools_in_use',
  params: { addresses: ips.join(', ') },
});

/** The same of IPv6. Where interfaces make their addresses themselves it is routers whose addresses are in use beside them. */
async function rearrange6(platform: Platform, writer: Writer, before: Subnet, after: Subnet): Promise<void> {
  const isMoved = after.gateway_ip !== before.gateway_ip;
  const stranded: string[] = [];
  for await (const ip of usedIn(platform, writer, after)) {
    if (isMoved && after.gateway_ip !== null && ipValue(after.gateway_ip) === ipValue(ip)) assertFits([GATEWAY_TAKEN], '');
    if (isPooled6(before, ip) && !isPooled6(after, ip) && stranded.push(ip) === NAMED) break;
  }
  if (stranded.length > 0) assertFits([stillUsed(stranded)], '');
  await closeSubnet(platform, writer, before.id);
  for (const ip of await routersAt(platform, after.id)) if (isPooled6(after, ip)) await takeUsed(platform, writer, after.id, ip);
}

/** Throws state_conflict where servers have addresses of a subnet, or routers an interface in it. */
export async function assertUnused(platform: Platform, writer: Writer, subnet: Subnet): Promise<void> {
  const taken = subnet.ip_version === 4 ? await takenOf(platform, writer, subnet) : [];
  let addresses = taken.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  for await (const _ of usedIn(platform, writer, subnet)) addresses += 1;
  const count = Math.max(addresses, (await routersIn(platform, 'subnet', subnet.id)).length);
  if (count > 0) throw new GantryError('state_conflict', { reason: { code: 'subnet_in_use', params: { count } } });
}
