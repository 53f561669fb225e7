/** Ranges of IPv4 addresses. As numbers, which hold 32 bits: they are the keys and values of the records of what is free. */
import { ipText, ipValue } from '@gantry/contract/validation/ip-values';
import ipaddr from 'ipaddr.js';
import { isIPv4 } from 'node:net';

/** `10.0.0.1` → 167772161. Throws TypeError on anything else. */
export function parseIpv4(text: string): number {
  if (!isIPv4(text)) throw new TypeError(`not an IPv4 address: ${text}`);
  return Number(ipValue(text));
}

export const formatIpv4 = (value: number): string => ipText(BigInt(value), 4);

/** First and last address, both included. */
export interface Range {
  start: number;
  end: number;
}

/** All addresses of `10.0.0.0/24`, network and broadcast address included. */
export function rangeOf(cidr: string): Range {
  if (!ipaddr.IPv4.isValidCIDRFourPartDecimal(cidr)) throw new TypeError(`not an IPv4 network: ${cidr}`);
  const [start, end] = [ipaddr.IPv4.networkAddressFromCIDR(cidr), ipaddr.IPv4.broadcastAddressFromCIDR(cidr)];
  return { start: parseIpv4(start.toString()), end: parseIpv4(end.toString()) };
}

/** The addresses of a subnet that servers may get: without network, broadcast and gateway address. */
export function hostRanges(cidr: string, gateway: string | null): Range[] {
  const { start, end } = rangeOf(cidr);
  const first = start + 1;
  const last = end - 1;
  const hole = gateway === null ? NaN : parseIpv4(gateway);
  if (!(hole >= first && hole <= last)) return first <= last ? [{ start: first, end: last }] : [];
  return [
    { start: first, end: hole - 1 },
    { start: hole + 1, end: last },
  ].filter((range) => range.start <= range.end);
}

/** What of some ranges is in none of the others. */
export const without = (ranges: readonly Range[], others: readonly Range[]): Range[] =>
  others.reduce(
    (left, { start, end }) =>
      left.flatMap((range) =>
        [
          { start: range.start, end: Math.min(range.end, start - 1) },
          { start: Math.max(range.start, end + 1), end: range.end },
        ].filter((part) => part.start <= part.end),
      ),
    [...ranges],
  );

/** Longest prefix, at most 24, whose network has room for that many hosts beside network, broadcast and gateway address. */
export function prefixFor(hosts: number): number {
  let prefix = 24;
  while (2 ** (32 - prefix) - 3 < hosts) prefix -= 1;
  return prefix;
}
