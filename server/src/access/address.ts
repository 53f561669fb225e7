/** Where a request comes from: the one place that reads addresses, and that believes proxies what they say of theirs. */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Of a connection whose other end has gone before anybody asked: no address, and still one that can be written down. */
const NOBODY = '::';
/** Bits of an IPv6 address by which one customer is distinguished from another; the rest each picks as it likes, and anew for each request. */
const NETWORK_BITS = 64;

/** What of a request says where it comes from; also of one that becomes a WebSocket. */
type Addressed = Pick<IncomingMessage, 'headers'> & { socket: Pick<IncomingMessage['socket'], 'remoteAddress'> };

export interface Proxies {
  /** Where a request comes from: always an address in its one usual form, IPv4 also where it came as `::ffff:192.0.2.1`. */
  addressOf(request: Addressed): string;
  /** Whether an address is that of a proxy which is believed. */
  trusts(address: string | undefined): boolean;
}

type Address = ReturnType<typeof ipaddr.process>;

/** Undefined where the text is none. What an interface is called (`fe80::1%eth0`) is no part of an address. */
function parse(text: string | undefined): Address | undefined {
  return text !== undefined && isIP(text) !== 0 ? ipaddr.process(text.split('%', 1)[0]!) : undefined;
}

/** An address or a network of GANTRY_TRUST_PROXY; undefined where it is neither, or holds all addresses there are. */
function parseProxy(text: string): [Address, number] | undefined {
  const [base = '', bits, ...more] = text.split('/');
  const address = parse(base);
  if (!address || base.includes('%') || more.length > 0) return undefined;
  const whole = address.kind() === 'ipv4' ? 32 : 128;
  if (bits === undefined) return [address, whole];
  // The bits of an IPv4 address in IPv6's clothes would be others than those that were written.
  const sound = /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= whole && isIP(base) === (whole === 32 ? 4 : 6);
  return sound ? [address, Number(bits)] : undefined;
}

/** Whether GANTRY_TRUST_PROXY may name it: an IP address, or a network such as 10.0.0.0/8. */
export const isProxy = (text: string): boolean => parseProxy(text) !== undefined;

/**
 * The proxies of GANTRY_TRUST_PROXY, which have passed `isProxy`. A request comes from the other end of its connection, and where that is a
 * proxy which is believed, from where it says; and so on, from the right of X-Forwarded-For to the left. Who is not believed ends it, and so
 * does what is no address: what stands further left anybody may have written.
 */
export function createProxies(listed: readonly string[]): Proxies {
  const networks = listed.flatMap((text) => {
    const network = parseProxy(text);
    return network ? [network] : [];
  });
  const isTrusted = (address: Address): boolean =>
    networks.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
  return {
    addressOf({ headers, socket }) {
      let address = parse(socket.remoteAddress);
      const said = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',');
      while (address && isTrusted(address)) {
        const next = parse(said.pop()?.trim());
        if (!next) break;
        address = next;
      }
      return address?.toString() ?? NOBODY;
    },
    trusts(text) {
      const address = parse(text);
      return address !== undefined && isTrusted(address);
    },
  };
}

/** The network an address counts for where somebody is to be slowed: an IPv4 address itself, of IPv6 the /64 (`2001:db8:0:1::/64`). */
export function networkOf(address: string): string {
  const parsed = parse(address);
  if (!parsed || parsed.kind() === 'ipv4') return parsed?.toString() ?? address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${NETWORK_BITS}`).toString()}/${NETWORK_BITS}`;
}
