/**
 * Addresses of subnets. Free ones of IPv4 are kept as ranges, keyed by subnet and first address: the lowest free address is the first record,
 * however many are taken. An address in no range is taken; the server that has it names it in its document. Of IPv6 see ipv6.ts.
 */
import { isIPv4 } from 'node:net';
import { isSelfAddressed } from '@gantry/contract/nouns/networks/subnet-rules';
import { hostProblem, isHostIn } from '@gantry/contract/validation/cidr';
import type { Store } from '../../../port/store/store.ts';
import type { Writer } from '../../../port/store/writer.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import { hasRouterAt } from './connected.ts';
import { formatIpv4, hostRanges, parseIpv4, rangeOf, without, type Range } from './ipv4.ts';
import { releaseUsed, takeUsed } from './in-use.ts';
import { isPooled6, rewind6, selfAddress, takeNext6 } from './ipv6.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';

/** Ranges looked at in one go. */
const PAGE = 200;

const rangeKey = (subnetId: string, start: number): string => `${subnetId}:${String(start).padStart(10, '0')}`;
const startOf = (key: string): number => Number(key.slice(-10));

type Subnet = NetworkDocument['subnets'][number];
const ofVersion = ({ subnets }: NetworkDocument, version: 4 | 6): Subnet[] => subnets.filter((subnet) => subnet.ip_version === version);
const ipv4Subnets = (network: NetworkDocument): Subnet[] => ofVersion(network, 4);
const selfAddressed = (network: NetworkDocument): Subnet[] => ofVersion(network, 6).filter(isSelfAddressed);
const pooled6 = (network: NetworkDocument): Subnet[] => ofVersion(network, 6).filter((subnet) => !isSelfAddressed(subnet));

/** Marks a range of a subnet as free. */
async function freeRange(platform: Platform, writer: Writer, subnetId: string, range: Range): Promise<void> {
  await platform.buckets.addresses.put(writer.records, rangeKey(subnetId, range.start), range.end);
}

/** The IPv4 addresses of a subnet that are handed out: its pools, and where an older version kept none all but network, broadcast and gateway address. */
export function rangesOf({ ip_version: version, cidr, gateway_ip: gateway, allocation_pools: pools }: Omit<Subnet, 'id'>): Range[] {
  if (version !== 4) return [];
  if (pools.length === 0) return hostRanges(cidr, gateway);
  return pools.map(({ start, end }) => ({ start: parseIpv4(start), end: parseIpv4(end) }));
}

/** Marks a subnet's addresses as free, but those that are `taken`. */
export async function openSubnet(platform: Platform, writer: Writer, subnet: Subnet, taken: readonly Range[] = []): Promise<void> {
  for (const range of without(rangesOf(subnet), taken)) await freeRange(platform, writer, subnet.id, range);
}

/** Forgets which addresses of a subnet are free. */
export async function closeSubnet(platform: Platform, writer: Writer, subnetId: string): Promise<void> {
  const { addresses } = platform.buckets;
  await rewind6(platform, writer, subnetId);
  for (;;) {
    const ranges = await addresses.list(writer.records, { prefix: `${subnetId}:`, limit: PAGE });
    for (const { key } of ranges) await addresses.remove(writer.records, key);
    if (ranges.length < PAGE) return;
  }
}

/** The free ranges of an IPv4 subnet, each one. */
export async function* freeOf({ buckets }: Platform, { records }: Pick<Store, 'records'>, subnetId: string): AsyncGenerator<Range> {
  let after: string | undefined;
  do {
    const ranges = await buckets.addresses.list(records, { prefix: `${subnetId}:`, limit: PAGE, ...(after !== undefined && { after }) });
    for (const { key, value } of ranges) yield { start: startOf(key), end: value };
    after = ranges.length < PAGE ? undefined : ranges.at(-1)!.key;
  } while (after !== undefined);
}

/** The IPv4 addresses of a subnet that servers have. */
export async function takenOf(platform: Platform, writer: Writer, subnet: Subnet): Promise<Range[]> {
  const free: Range[] = [];
  for await (const range of freeOf(platform, writer, subnet.id)) free.push(range);
  return without(rangesOf(subnet), free);
}

/** Takes the lowest `count` free addresses of a subnet, fewer where fewer are free. */
export async function takeLowest(platform: Platform, writer: Writer, subnetId: string, count: number): Promise<number[]> {
  const { addresses } = platform.buckets;
  const taken: number[] = [];
  while (taken.length < count) {
    const [first] = await addresses.list(writer.records, { prefix: `${subnetId}:`, limit: 1 });
    if (!first) break;
    const start = startOf(first.key);
    const next = Math.min(first.value + 1, start + count - taken.length);
    await addresses.remove(writer.records, first.key);
    if (next <= first.value) await freeRange(platform, writer, subnetId, { start: next, end: first.value });
    for (let address = start; address < next; address += 1) taken.push(address);
  }
  return taken;
}

export const holds = ({ start, end }: Range, address: number): boolean => address >= start && address <= end;

/** Whether an address, of either version, is one of those that a subnet hands out. */
export const isHandedOut = (subnet: Omit<Subnet, 'id'>, ip: string): boolean =>
  isIPv4(ip)
    ? rangesOf(subnet).some((range) => holds(range, parseIpv4(ip)))
    : subnet.ip_version === 6 && isHostIn(subnet.cidr, ip) && isPooled6(subnet, ip);

/** The free range that has an address; undefined where it is taken. */
async function rangeWith(platform: Platform, writer: Writer, subnetId: string, address: number) {
  const { addresses } = platform.buckets;
  let after: string | undefined;
  for (;;) {
    const ranges = await addresses.list(writer.records, { prefix: `${subnetId}:`, limit: PAGE, ...(after !== undefined && { after }) });
    const found = ranges.find(({ key, value }) => holds({ start: startOf(key), end: value }, address));
    if (found) return found;
    after = ranges.at(-1)?.key;
    if (after === undefined || ranges.length < PAGE || startOf(after) > address) return undefined;
  }
}

/** Takes one address out of the free range that has it. False where it is taken. */
async function takeAddress(platform: Platform, writer: Writer, subnetId: string, address: number): Promise<boolean> {
  const found = await rangeWith(platform, writer, subnetId, address);
  if (!found) return false;
  const [start, end] = [startOf(found.key), found.value];
  await platform.buckets.addresses.remove(writer.records, found.key);
  if (start < address) await freeRange(platform, writer, subnetId, { start, end: address - 1 });
  if (address < end) await freeRange(platform, writer, subnetId, { start: address + 1, end });
  return true;
}

/** Whether an address of a subnet is free. */
export async function isFree(platform: Platform, writer: Writer, subnetId: string, address: number): Promise<boolean> {
  return (await rangeWith(platform, writer, subnetId, address)) !== undefined;
}

/** Takes the lowest free address of the first IPv4 subnet that has one; undefined where none has. */
export async function takeAny(platform: Platform, writer: Writer, network: NetworkDocument): Promise<string | undefined> {
  for (const subnet of ipv4Subnets(network)) {
    const [address] = await takeLowest(platform, writer, subnet.id, 1);
    if (address !== undefined) return formatIpv4(address);
  }
  return undefined;
}

/** Takes a free address of the first IPv6 subnet that hands some out and has one; undefined where none has. */
export async function takeAny6(platform: Platform, writer: Writer, network: NetworkDocument): Promise<string | undefined> {
  for (const subnet of pooled6(network)) {
    const ip = await takeNext6(platform, writer, subnet);
    if (ip !== undefined) return ip;
  }
  return undefined;
}

/** Versions that a network hands out addresses of. */
export const handsOut = (network: NetworkDocument): { ipv4: boolean; ipv6: boolean } => ({
  ipv4: network.ipam_enabled && ipv4Subnets(network).length > 0,
  ipv6: network.ipam_enabled && pooled6(network).length > 0,
});

/**
 * Takes the addresses that an interface makes itself, one in each subnet of that kind. Undefined where somebody has one of them, with
 * nothing taken.
 */
export async function takeOwn(platform: Platform, writer: Writer, network: NetworkDocument, mac: string): Promise<string[] | undefined> {
  const taken: string[] = [];
  for (const { id, cidr } of selfAddressed(network)) {
    const ip = selfAddress(cidr, mac);
    if (!(await takeUsed(platform, writer, id, ip))) {
      await releaseAddresses(platform, writer, network, taken);
      return undefined;
    }
    taken.push(ip);
  }
  return taken;
}

/** Whether an address lies where interfaces make theirs themselves. */
export const isOwnMade = (network: NetworkDocument, ip: string): boolean => selfAddressed(network).some(({ cidr }) => isHostIn(cidr, ip));

type AddressProblem = NonNullable<ReturnType<typeof hostProblem>> | 'address_unpooled' | 'address_taken' | 'address_automatic';

/** Takes an address that is requested, out of the pools of the subnet that has it. Returns what is wrong with it, if anything. */
export async function takeOne(
  platform: Platform,
  writer: Writer,
  network: NetworkDocument,
  ip: string,
): Promise<AddressProblem | undefined> {
  if (!network.ipam_enabled) return 'address_outside';
  if (isOwnMade(network, ip)) return 'address_automatic';
  const address = isIPv4(ip) ? parseIpv4(ip) : undefined;
  const subnet = network.subnets.find((one) => isHandedOut(one, ip));
  if (!subnet) return hostProblem(network.subnets, ip) ?? 'address_unpooled';
  const isHad =
    address === undefined ? await takeUsed(platform, writer, subnet.id, ip) : await takeAddress(platform, writer, subnet.id, address);
  return isHad ? undefined : 'address_taken';
}

/** The same for an interface of a server, which may have an address outside of the pools too. */
export async function takeAnywhere(
  platform: Platform,
  writer: Writer,
  network: NetworkDocument,
  ip: string,
): Promise<Exclude<AddressProblem, 'address_unpooled'> | undefined> {
  const code = await takeOne(platform, writer, network, ip);
  if (code !== 'address_unpooled') return code;
  const { id } = network.subnets.find(({ cidr }) => isHostIn(cidr, ip))!;
  const isFree = !(await hasRouterAt(platform, id, ip)) && (await takeUsed(platform, writer, id, ip));
  return isFree ? undefined : 'address_taken';
}

/** The IPv4 subnet of a network that an address belongs to. */
export const subnetOf = (network: NetworkDocument, address: number): Subnet | undefined =>
  ipv4Subnets(network).find(({ cidr }) => holds(rangeOf(cidr), address));

/** Gives addresses back. */
export async function releaseAddresses(
  platform: Platform,
  writer: Writer,
  network: NetworkDocument,
  ips: readonly string[],
): Promise<void> {
  for (const ip of ips) {
    const address = isIPv4(ip) ? parseIpv4(ip) : undefined;
    const subnet = address === undefined ? ofVersion(network, 6).find(({ cidr }) => isHostIn(cidr, ip)) : subnetOf(network, address);
    if (!subnet) throw new Error(`address ${ip} is in no subnet of network ${network.id}`);
    if (address !== undefined && isHandedOut(subnet, ip)) await freeRange(platform, writer, subnet.id, { start: address, end: address });
    else await releaseUsed(platform, writer, subnet.id, ip);
  }
}
