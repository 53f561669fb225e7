/** Addresses of subnets as numbers. */
import { ipText, ipValue } from '@gantry/contract/validation/ip-values';
import ipaddr from 'ipaddr.js';

interface Range {
  start: string;
  end: string;
}

/** Whether two networks have an address in common. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [ipaddr.parseCIDR(one), ipaddr.parseCIDR(other)];
  if (a[0].kind() !== b[0].kind()) return false;
  const [wide, narrow] = a[1] <= b[1] ? [a, b] : [b, a];
  return narrow[0].match(wide);
}

/** The same ranges without one address. */
export function without(ranges: readonly Range[], ip: string): Range[] {
  const hole = ipValue(ip);
  const bytes = ip.includes(':') ? 16 : 4;
  return ranges.flatMap(({ start, end }) => {
    const [first, last] = [ipValue(start), ipValue(end)];
    if (hole < first || hole > last) return [{ start, end }];
    return [
      ...(hole > first ? [{ start, end: ipText(hole - 1n, bytes) }] : []),
      ...(hole < last ? [{ start: ipText(hole + 1n, bytes), end }] : []),
    ];
  });
}
