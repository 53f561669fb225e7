/** Addresses as numbers, for comparisons and ranges within one version. */
import ipaddr from 'ipaddr.js';

/** The number that an address stands for. Throws on what is no address. */
export const ipValue = (ip: string): bigint =>
  ipaddr
    .parse(ip)
    .toByteArray()
    .reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

/** The address that a number stands for, in its shortest form. @param bytes 4 or 16 */
export function ipText(value: bigint, bytes: number): string {
  const parts = Array.from({ length: bytes }, (_, index) => Number((value >> BigInt(8 * (bytes - 1 - index))) & 255n));
  return ipaddr.fromByteArray(parts).toString();
}
