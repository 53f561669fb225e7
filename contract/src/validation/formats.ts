/** The forms that texts can have (S0 §5): one test for each, by which forms explain and the server refuses. */
import { z } from 'zod';
import { macAddress, unicastMac } from '../wire/addresses.ts';
import { isLabelList } from './labels.ts';

/** One form of a text. */
interface Format {
  /** What to type, in English, for the description of the API. */
  says: string;
  fits(text: string): boolean;
}

const matching = (pattern: RegExp) => (text: string) => pattern.test(text);

const accepted = (schema: z.ZodType) => (text: string) => schema.safeParse(text).success;

const isIpv4 = accepted(z.ipv4());
const isIpv6 = accepted(z.ipv6());

/** Whether a text is an address that `isAddress` takes, a slash, and a prefix length of 0 to `bits` without leading zeros. */
function isCidr(text: string, isAddress: (text: string) => boolean, bits: number): boolean {
  const [, address = '', length = ''] = /^([^/]+)\/(0|[1-9]\d{0,2})$/.exec(text) ?? [];
  return isAddress(address) && Number(length) <= bits;
}

/** The number that a text of digits without leading zeros stands for; NaN for any other text. */
const wholeNumber = (text: string): number => (/^(0|[1-9]\d{0,4})$/.test(text) ? Number(text) : NaN);
const isPort = (text: string, lowest: number): boolean => wholeNumber(text) >= lowest && wholeNumber(text) <= 65_535;

function isPortRange(text: string): boolean {
  const [first = '', last = '', ...more] = text.split('-');
  return more.length === 0 && isPort(first, 1) && isPort(last, 1) && Number(first) <= Number(last);
}

/** File names by their extension, in capitals or not (decision I5); something has to stand before it. */
const withExtension = (...extensions: readonly string[]) => matching(new RegExp(`[^/\\\\]\\.(?:${extensions.join('|')})$`, 'i'));

export const FORMATS = {
  ipv4: { says: 'An IPv4 address: 10.0.0.1.', fits: isIpv4 },
  ipv6: { says: 'An IPv6 address: fd00::1.', fits: isIpv6 },
  ipv4_cidr: { says: 'An IPv4 address and the length of its prefix: 10.0.0.0/24.', fits: (text) => isCidr(text, isIpv4, 32) },
  ipv6_cidr: { says: 'An IPv6 address and the length of its prefix: fd00::/64.', fits: (text) => isCidr(text, isIpv6, 128) },
  mac: { says: 'A MAC address with : or - between its pairs of hexadecimal digits: fa:16:3e:00:00:01.', fits: accepted(macAddress) },
  mac_unicast: { says: 'The MAC address of one device: its second digit is even.', fits: accepted(unicastMac) },
  port: { says: 'A port from 1 to 65535.', fits: (text) => isPort(text, 1) },
  port_or_zero: { says: 'A port from 0 to 65535.', fits: (text) => isPort(text, 0) },
  port_range: { says: 'Two ports, the lower one first: 8000-8080.', fits: isPortRange },
  name_letter: {
    says: '2 to 255 letters, digits and the characters _ . -, beginning with a letter.',
    fits: matching(/^[a-z][\w.-]{1,254}$/i),
  },
  name_words: {
    says: '2 to 32 letters, digits, spaces and the characters _ . : ( ) -, not beginning with a space.',
    fits: matching(/^[\w.:()-][\w.:() -]{1,31}$/),
  },
  name_short: { says: '3 to 32 letters, digits and underscores.', fits: matching(/^\w{3,32}$/) },
  host_name: {
    says: 'Up to 63 letters, digits and hyphens, beginning with a letter and ending with a letter or digit.',
    fits: matching(/^[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i),
  },
  alphanumeric: { says: 'Letters and digits.', fits: matching(/^[a-z\d]+$/i) },
  alphanumeric_words: { says: 'Letters, digits, spaces, underscores and hyphens.', fits: matching(/^[\w -]+$/) },
  name_lowercase: {
    says: 'At least 3 small letters, digits and the characters - . _, beginning and ending with a letter or digit.',
    fits: matching(/^[a-z\d][a-z\d._-]+[a-z\d]$/),
  },
  no_slash: { says: 'Any text without a slash.', fits: matching(/^[^/]+$/) },
  iso_file: { says: 'A file with the extension iso.', fits: withExtension('iso') },
  template_file: {
    says: 'A file with the extension aki, ami, ari, img, ploop, qcow2, raw, vdi, vhd, vhdx or vmdk.',
    fits: withExtension('aki', 'ami', 'ari', 'img', 'ploop', 'qcow2', 'raw', 'vdi', 'vhd', 'vhdx', 'vmdk'),
  },
  certificate_file: {
    says: 'A file with the extension pem, crt, cer, der, p7b, p7c, pfx or p12.',
    fits: withExtension('pem', 'crt', 'cer', 'der', 'p7b', 'p7c', 'pfx', 'p12'),
  },
  key_file: { says: 'A file with the extension pem, key or der.', fits: withExtension('pem', 'key', 'der') },
  label_list: {
    says: 'Labels with commas between them: role=web,tier=front. The prefixes kubernetes.io and k8s.io are reserved.',
    fits: isLabelList,
  },
} as const satisfies Readonly<Record<string, Format>>;

export type FormatName = keyof typeof FORMATS;

/** A text of that form; what is wrong with another one is the form's name, as a code of `fields`. */
export const formatted = (name: FormatName): z.ZodString => z.string().refine(FORMATS[name].fits, { error: name });
