/**
 * Addresses of subnets. Free ones are kept as ranges, keyed by subnet and first address: the lowest free address is the first record,
 * however many are taken. An address in no range is taken; the server that has it names it in its document.
 */
import { createHash, randomBytes } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../store/port.ts';
import type { NetworkDocument, Port } from './documents.ts';
import { formatIpv4, hostRanges, parseIpv4, rangeOf, type Range } from './ipv4.ts';
import type { Platform } from './platform.ts';

/** Ranges looked at in one go. */
const PAGE = 200;

const rangeKey = (subnetId: string, start: number): string => `${subnetId}:${String(start).padStart(10, '0')}`;
const startOf = (key: string): number => Number(key.slice(-10));

type Subnet = NetworkDocument['subnets'][number];
const ipv4Subnets = (network: NetworkDocument): Subnet[] => network.subnets.filter((subnet) => subnet.ip_version === 4);

/** Marks a range of a subnet as free. */
async function freeRange(platform: Platform, writer: Writer, subnetId: string, range: Range): Promise<void> {
  await platform.buckets.addresses.put(writer.records, rangeKey(subnetId, range.start), range.end);
}

/** Marks a new subnet's addresses as free, all but network, broadcast and gateway address. */
export async function openSubnet(platform: Platform, writer: Writer, subnet: Subnet): Promise<void> {
  for (const range of hostRanges(subnet.cidr, subnet.gateway_ip)) await freeRange(platform, writer, subnet.id, range);
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

/** Locally administered; from the address where there is one, so that it is unique within its network. */
export function macAddress(networkId: string, address: number | null): string {
  const mark = createHash('sha256').update(networkId).digest().subarray(0, 1);
  const tail = Buffer.alloc(4);
  if (address === null) randomBytes(4).copy(tail);
  else tail.writeUInt32BE(address);
  return [0x02, ...mark, ...tail].map((byte) => byte.toString(16).padStart(2, '0')).join(':');
}

/** An address that is asked for; `field` of the request's body holds it. */
export interface FixedAddress {
  ip: string;
  field: string;
}

const refused = ({ field }: FixedAddress, code: string) => new GantryError('validation_failed', { fields: { [field]: [{ code }] } });

const holds = ({ start, end }: Range, address: number): boolean => address >= start && address <= end;

/** Takes one address out of the free range that has it. False where it is taken. */
async function takeAddress(platform: Platform, writer: Writer, subnetId: string, address: number): Promise<boolean> {
  const { addresses } = platform.buckets;
  let after: string | undefined;
  for (;;) {
    const ranges = await addresses.list(writer.records, { prefix: `${subnetId}:`, limit: PAGE, ...(after !== undefined && { after }) });
    const found = ranges.find(({ key, value }) => holds({ start: startOf(key), end: value }, address));
    if (found) {
      const [start, end] = [startOf(found.key), found.value];
      await addresses.remove(writer.records, found.key);
      if (start < address) await freeRange(platform, writer, subnetId, { start, end: address - 1 });
      if (address < end) await freeRange(platform, writer, subnetId, { start: address + 1, end });
      return true;
    }
    after = ranges.at(-1)?.key;
    if (after === undefined || ranges.length < PAGE || startOf(after) > address) return false;
  }
}

/** A port with the address that is asked for. Throws validation_failed at its field: address_outside, address_taken. */
async function takeFixedPort(platform: Platform, writer: Writer, network: NetworkDocument, fixed: FixedAddress): Promise<Port> {
  const address = isIPv4(fixed.ip) ? parseIpv4(fixed.ip) : undefined;
  const isIn = ({ cidr, gateway_ip: gateway }: Subnet): boolean =>
    address !== undefined && hostRanges(cidr, gateway).some((range) => holds(range, address));
  const subnet = network.ipam_enabled ? ipv4Subnets(network).find(isIn) : undefined;
  if (address === undefined || !subnet) throw refused(fixed, 'address_outside');
  if (!(await takeAddress(platform, writer, subnet.id, address))) throw refused(fixed, 'address_taken');
  return { network_id: network.id, mac_addr: macAddress(network.id, address), ips: [formatIpv4(address)] };
}

/**
 * A port in a network: with the address that is asked for, else with the lowest free one of the first IPv4 subnet that has one.
 * Throws no_free_address, or validation_failed at the field of the address.
 */
export async function takePort(platform: Platform, writer: Writer, network: NetworkDocument, fixed?: FixedAddress): Promise<Port> {
  if (fixed) return takeFixedPort(platform, writer, network, fixed);
  const subnets = ipv4Subnets(network);
  if (!network.ipam_enabled || subnets.length === 0) {
    return { network_id: network.id, mac_addr: macAddress(network.id, null), ips: [] };
  }
  for (const subnet of subnets) {
    const [address] = await takeLowest(platform, writer, subnet.id, 1);
    if (address !== undefined) {
      return { network_id: network.id, mac_addr: macAddress(network.id, address), ips: [formatIpv4(address)] };
    }
  }
  throw new GantryError('no_free_address', { detail: network.name });
}

/** Gives a port's addresses back. */
export async function releasePort(platform: Platform, writer: Writer, network: NetworkDocument, ips: readonly string[]): Promise<void> {
  for (const ip of ips) {
    const address = parseIpv4(ip);
    const subnet = ipv4Subnets(network).find(({ cidr }) => holds(rangeOf(cidr), address));
    if (!subnet) throw new Error(`address ${ip} is in no subnet of network ${network.id}`);
    await freeRange(platform, writer, subnet.id, { start: address, end: address });
  }
}
