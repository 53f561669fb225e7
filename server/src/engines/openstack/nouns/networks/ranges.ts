/** Addresses of subnets as numbers. */
import ipaddr from 'ipaddr.js';

interface Range {
  start: string;
  end: string;
}

const valueOf = (ip: string): bigint =>
  ipaddr
    .parse(ip)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

const textOf = (value: bigint, like: string): string => {
  const { length } = ipaddr.parse(like).toByteArray();
  const bytes = Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
};

/** Whether two networks have an address in common. */
export function overlap(one: string, other: string): boolean {
  const [a, b] = [ipaddr.parseCIDR(one), ipaddr.parseCIDR(other)];
  if (a[0].kind() !== b[0].kind()) return false;
  const [wide, narrow] = a[1] <= b[1] ? [a, b] : [b, a];
  return narrow[0].match(wide);
}

/** The same ranges without one address. */
export function without(ranges: readonly Range[], ip: string): Range[] {
  const hole = valueOf(ip);
  return ranges.flatMap(({ start, end }) => {
    const [first, last] = [valueOf(start), valueOf(end)];
    if (hole < first || hole > last) return [{ start, end }];
    return [
      ...(hole > first ? [{ start, end: textOf(hole - 1n, ip) }] : []),
      ...(hole < last ? [{ start: textOf(hole + 1n, ip), end }] : []),
    ];
  });
}
