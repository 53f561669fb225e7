/** Arithmetic on IPv4 addresses as unsigned 32-bit numbers. */

/** `10.0.0.1` → 167772161. Throws TypeError on anything else. */
export function parseIpv4(text: string): number {
  const parts = text.split('.');
  const bytes = parts.map((part) => (/^\d{1,3}$/.test(part) ? Number(part) : NaN));
  if (bytes.length !== 4 || !bytes.every((byte) => byte <= 255)) throw new TypeError(`not an IPv4 address: ${text}`);
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

export const formatIpv4 = (value: number): string => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');

/** First and last address, both included. */
export interface Range {
  start: number;
  end: number;
}

/** All addresses of `10.0.0.0/24`, network and broadcast address included. */
export function rangeOf(cidr: string): Range {
  const match = /^([\d.]+)\/(\d{1,2})$/.exec(cidr);
  const prefix = Number(match?.[2]);
  if (!match || prefix > 32) throw new TypeError(`not an IPv4 network: ${cidr}`);
  const size = 2 ** (32 - prefix);
  const start = Math.floor(parseIpv4(match[1]!) / size) * size;
  return { start, end: start + size - 1 };
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
