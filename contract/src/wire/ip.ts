/** Bits of an address, and how many: 32 or 128. */
interface Address {
  value: bigint;
  bits: 32 | 128;
}

const joined = (parts: readonly (number | undefined)[], width: bigint): bigint | undefined =>
  parts.reduce<bigint | undefined>(
    (sum, part) => (sum === undefined || part === undefined ? undefined : (sum << width) + BigInt(part)),
    0n,
  );

function parseIpv4(text: string): bigint | undefined {
  const parts = text.split('.').map((part) => (/^\d{1,3}$/.test(part) && Number(part) < 256 ? Number(part) : undefined));
  return parts.length === 4 ? joined(parts, 8n) : undefined;
}

/** `fe80::1`; an IPv4 address as its last two groups is understood too. */
function parseIpv6(text: string): bigint | undefined {
  const dotted = /^(.*:)([\d.]+\.[\d.]+)$/.exec(text);
  const tail = dotted ? parseIpv4(dotted[2]!) : undefined;
  if (dotted && tail === undefined) return undefined;
  const plain = dotted && tail !== undefined ? `${dotted[1]}${(tail >> 16n).toString(16)}:${(tail & 0xffffn).toString(16)}` : text;
  const halves = plain.split('::');
  if (halves.length > 2) return undefined;
  const [left = [], right = []] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = 8 - left.length - right.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return undefined;
  const groups = [...left, ...Array.from({ length: missing }, () => '0'), ...right];
  return joined(
    groups.map((group) => (/^[\da-f]{1,4}$/i.test(group) ? parseInt(group, 16) : undefined)),
    16n,
  );
}

function parseAddress(text: string): Address | undefined {
  const value = text.includes(':') ? parseIpv6(text) : parseIpv4(text);
  return value === undefined ? undefined : { value, bits: text.includes(':') ? 128 : 32 };
}

/** Whether an address may be a host's in a subnet (`10.0.0.0/24`): inside, and neither network nor broadcast address. False for what is none. */
export function isHostIn(cidr: string, ip: string): boolean {
  const [net = '', length = ''] = cidr.split('/');
  const [address, base, prefix] = [parseAddress(ip), parseAddress(net), /^\d{1,3}$/.test(length) ? Number(length) : NaN];
  if (!address || base?.bits !== address.bits || !(prefix <= base.bits)) return false;
  const hostBits = BigInt(base.bits - prefix);
  if (address.value >> hostBits !== base.value >> hostBits) return false;
  if (base.bits === 128 || hostBits < 2n) return true;
  const host = address.value & ((1n << hostBits) - 1n);
  return host !== 0n && host !== (1n << hostBits) - 1n;
}
