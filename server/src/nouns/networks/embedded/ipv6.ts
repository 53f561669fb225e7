/**
 * IPv6 addresses of subnets. Those in use are kept (see in-use.ts): a subnet has more free ones than could ever be written down, and no range
 * of them is gone through. What is handed out goes on where it ended before, as DHCP servers do.
 */
import ipaddr from 'ipaddr.js';
import { isSelfAddressed, poolsBeside } from '@gantry/contract/nouns/networks/subnet-rules';
import { ipText, ipValue } from '@gantry/contract/validation/ip-values';
import type { Writer } from '../../../port/store/writer.ts';
import type { NetworkDocument } from '../../../engines/embedded/platform/documents.ts';
import type { Platform } from '../../../engines/embedded/platform/platform.ts';
import { digits, keyOf, takeUsed, valueIn } from './in-use.ts';

type Subnet = NetworkDocument['subnets'][number];

/** Records looked at in one go. */
const PAGE = 200;
const BYTES = 16;

/** First and last values of the ranges that are handed out; none of a subnet whose interfaces make their addresses themselves. */
function poolsOf(subnet: Omit<Subnet, 'id'>): { start: bigint; end: bigint }[] {
  if (isSelfAddressed(subnet)) return [];
  const pools = subnet.allocation_pools.length > 0 ? subnet.allocation_pools : poolsBeside(subnet.cidr, subnet.gateway_ip);
  return pools.map(({ start, end }) => ({ start: ipValue(start), end: ipValue(end) }));
}

/** Whether an address is one of those that a subnet hands out. */
export const isPooled6 = (subnet: Omit<Subnet, 'id'>, ip: string): boolean =>
  poolsOf(subnet).some(({ start, end }) => start <= ipValue(ip) && ipValue(ip) <= end);

/** The address that an interface makes itself from its hardware address, as modified EUI-64 (RFC 4291, appendix A), in a network of 64 bits. */
export function selfAddress(cidr: string, mac: string): string {
  const prefix = ipaddr.IPv6.networkAddressFromCIDR(cidr).toByteArray().slice(0, 8);
  const [first = 0, ...rest] = mac.split(':').map((pair) => Number.parseInt(pair, 16));
  return ipaddr.fromByteArray([...prefix, first ^ 0x02, ...rest.slice(0, 2), 0xff, 0xfe, ...rest.slice(2)]).toString();
}

/** The first value from one on, up to another, that is not in use. */
async function gapFrom(
  { buckets }: Platform,
  { records }: Writer,
  subnetId: string,
  from: bigint,
  end: bigint,
): Promise<bigint | undefined> {
  let next = from;
  while (next <= end) {
    const after = next === 0n ? undefined : keyOf(subnetId, next - 1n);
    const taken = await buckets.inUse.list(records, { prefix: `${subnetId}:`, limit: PAGE, ...(after !== undefined && { after }) });
    for (const { key } of taken) {
      if (valueIn(key) !== next) return next;
      next += 1n;
      if (next > end) return undefined;
    }
    if (taken.length < PAGE) return next;
  }
  return undefined;
}

/** Takes a free address of those that a subnet hands out; undefined where none is free. */
export async function takeNext6(platform: Platform, writer: Writer, subnet: Subnet): Promise<string | undefined> {
  const { buckets } = platform;
  const pools = poolsOf(subnet);
  const cursor = BigInt(`0x${(await buckets.next6.get(writer.records, subnet.id)) ?? '0'}`);
  // Behind what was handed out last, and then from the beginning.
  const ahead = pools.filter(({ end }) => end >= cursor).map(({ start, end }) => ({ start: start > cursor ? start : cursor, end }));
  for (const { start, end } of [...ahead, ...pools]) {
    const value = await gapFrom(platform, writer, subnet.id, start, end);
    if (value === undefined) continue;
    const ip = ipText(value, BYTES);
    await takeUsed(platform, writer, subnet.id, ip);
    await buckets.next6.put(writer.records, subnet.id, digits(value + 1n));
    return ip;
  }
  return undefined;
}

/** Forgets where a subnet goes on, such as when it hands out other addresses. */
export const rewind6 = ({ buckets }: Platform, { records }: Writer, subnetId: string): Promise<void> =>
  buckets.next6.remove(records, subnetId);
