/** The one way to write addresses and networks: what is compared, searched and shown. */
import ipaddr from 'ipaddr.js';
import { networkOf } from './cidr.ts';

/** `2001:DB8:0:0::1` as `2001:db8::1`; a text that is no address as it is. */
export const canonicalIp = (text: string): string => (ipaddr.isValid(text) ? ipaddr.parse(text).toString() : text);

/** An address that is searched for, as those that are kept are written. A text without a colon stays: `10.1` is the beginning of many. */
export const writtenIp = (text: string): string => (text.includes(':') ? canonicalIp(text) : text);

/** Twelve hexadecimal digits by pairs with `:` or `-`, by fours with `.`, or without anything between them. */
const MAC = /^(?:[\da-f]{2}(?::[\da-f]{2}){5}|[\da-f]{2}(?:-[\da-f]{2}){5}|[\da-f]{4}(?:\.[\da-f]{4}){2}|[\da-f]{12})$/i;
const DIGITS = /^[\da-f]+$/i;

/** A MAC address in any form as `fa:16:3e:00:00:01`; undefined for any other text. */
export const canonicalMac = (text: string): string | undefined =>
  MAC.test(text)
    ? text
        .replace(/[^\da-f]/gi, '')
        .toLowerCase()
        .replace(/..(?=.)/g, '$&:')
    : undefined;

/** The same for a text that may be meant otherwise: digits without anything between them may be a part of an id. */
export const separatedMac = (text: string): string | undefined => (DIGITS.test(text) ? undefined : canonicalMac(text));

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
