/**
 * Addresses of subnets. Free ones are kept as ranges, keyed by subnet and first address: the lowest free address is the first record,
 * however many are taken. An address in no range is taken; the server that has it names it in its document.
 */
import { createHash, randomBytes } from 'node:crypto';
import { GantryError } from '@gantry/contract/wire/errors';
import type { Writer } from '../../store/port.ts';
import type { NetworkDocument, Port } from './documents.ts';
import { formatIpv4, hostRanges, parseIpv4, rangeOf, type Range } from './ipv4.ts';
import type { Platform } from './platform.ts';

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

/** A port in a network, with the lowest free address of its first IPv4 subnet that has one. Throws no_free_address. */
export async function takePort(platform: Platform, writer: Writer, network: NetworkDocument): Promise<Port> {
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
    const subnet = ipv4Subnets(network).find(({ cidr }) => {
      const range = rangeOf(cidr);
      return address >= range.start && address <= range.end;
    });
    if (!subnet) throw new Error(`address ${ip} is in no subnet of network ${network.id}`);
    await freeRange(platform, writer, subnet.id, { start: address, end: address });
  }
}
