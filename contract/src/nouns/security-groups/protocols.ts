/** IP protocols, by the names that the network service knows (IANA). */
const PROTOCOLS = {
  icmp: 1,
  igmp: 2,
  ipip: 4,
  tcp: 6,
  egp: 8,
  udp: 17,
  dccp: 33,
  'ipv6-encap': 41,
  'ipv6-route': 43,
  'ipv6-frag': 44,
  rsvp: 46,
  gre: 47,
  esp: 50,
  ah: 51,
  'ipv6-icmp': 58,
  'ipv6-nonxt': 59,
  'ipv6-opts': 60,
  ospf: 89,
  vrrp: 112,
  pgm: 113,
  sctp: 132,
  udplite: 136,
} as const satisfies Readonly<Record<string, number>>;

const NUMBERS: ReadonlyMap<string, number> = new Map(Object.entries(PROTOCOLS));
/** Older name of the same. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([['icmpv6', 'ipv6-icmp']]);
const NAMES: ReadonlyMap<number, string> = new Map([...NUMBERS].map(([name, number]) => [number, name]));

const LARGEST = 255;
const isNumber = (text: string): boolean => /^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= LARGEST;

const isName = (text: string): boolean => NUMBERS.has(text) || SYNONYMS.has(text);

/** Whether a text names a protocol: by name, in capitals or not, or by its number. */
export const isProtocol = (text: string): boolean => isName(text.toLowerCase()) || isNumber(text);

/** The one way to write a protocol: by its name where it has one. */
export function protocolName(text: string): string {
  if (isNumber(text)) return NAMES.get(Number(text)) ?? text;
  const name = text.toLowerCase();
  return SYNONYMS.get(name) ?? name;
}

/** Those whose packets have ports. */
export const PORT_PROTOCOLS: ReadonlySet<string> = new Set(['tcp', 'udp', 'udplite', 'sctp', 'dccp']);
/** Those whose packets have a type and a code. */
export const ICMP_PROTOCOLS: ReadonlySet<string> = new Set(['icmp', 'ipv6-icmp']);
/** Those that only IPv6 has. */
export const isIpv6Only = (name: string): boolean => name.startsWith('ipv6-') && name !== 'ipv6-encap';
