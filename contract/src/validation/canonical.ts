/** The one way to write addresses and networks: what is compared, searched and shown. */
import ipaddr from 'ipaddr.js';
import { networkOf } from './cidr.ts';

/** `2001:DB8:0:0::1` as `2001:db8::1`; a text that is no address as it is. */
export const canonicalIp = (text: string): string => (ipaddr.isValid(text) ? ipaddr.parse(text).toString() : text);

/** An address that is searched for, as those that are kept are written. A text without a colon stays: `10.1` is the beginning of many. */
export const writtenIp = (text: string): string => (text.includes(':') ? canonicalIp(text) : text);

/**
 * A network by its first address: `10.1.2.3/24` as `10.1.2.0/24`, and an address alone as the network of that one: `10.1.2.3/32`. A text that
 * is neither as it is.
 */
export function canonicalRange(text: string): string {
  if (ipaddr.isValidCIDR(text)) {
    const [address, length] = ipaddr.parseCIDR(text);
    return `${networkOf(address, length)}/${length}`;
  }
  if (!ipaddr.isValid(text)) return text;
  const address = ipaddr.parse(text);
  return `${address.toString()}/${address.kind() === 'ipv4' ? 32 : 128}`;
}
