/** Forms that texts can have (S0 §5), each with a test of its own, which explains in forms and refuses in the server. Patterns as all others. */
import { z } from 'zod';
import { isLabelList } from '../validation/labels.ts';
import type { TextPattern } from './text-pattern.ts';

/** Without flags, which JSON Schema does not have. */
export const MAC = /^[\da-fA-F]{2}(?:(?::[\da-fA-F]{2}){5}|(?:-[\da-fA-F]{2}){5})$/;

export const NAME_LOWERCASE = /^[a-z\d][a-z\d._-]+[a-z\d]$/;
export const NO_SLASH = /^[^/]+$/;

/** The lowest and the highest port of a service. */
export const PORT = { min: 1, max: 65_535 } as const;

/** What the names of files with certificates and with keys end in. */
export const CERTIFICATE_EXTENSIONS = ['pem', 'crt', 'cer', 'der', 'p7b', 'p7c', 'pfx', 'p12'] as const;
export const KEY_EXTENSIONS = ['pem', 'key', 'der'] as const;

/** Whether an address is that of one device, and not of a group, whose first byte is odd. */
export const isUnicast = (mac: string): boolean => (parseInt(mac.slice(0, 2), 16) & 1) === 0;

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
const isPort = (text: string, lowest: number): boolean => wholeNumber(text) >= lowest && wholeNumber(text) <= PORT.max;

function isPortRange(text: string): boolean {
  const [first = '', last = '', ...more] = text.split('-');
  return more.length === 0 && isPort(first, PORT.min) && isPort(last, PORT.min) && Number(first) <= Number(last);
}

/** File names by their extension, in capitals or not (decision I5); something has to stand before it. */
const withExtension = (...extensions: readonly string[]) => matching(new RegExp(`[^/\\\\]\\.(?:${extensions.join('|')})$`, 'i'));

export const FORMS = {
  ipv4: { says: 'An IPv4 address: 10.0.0.1.', source: 'S0 §5', good: ['10.0.0.1'], bad: ['', '256.0.0.1', '10.0.0'], fits: isIpv4 },
  ipv6: { says: 'An IPv6 address: fd00::1.', source: 'S0 §5', good: ['fd00::1'], bad: ['', '10.0.0.1', 'fd00::g'], fits: isIpv6 },
  ipv4_cidr: {
    says: 'An IPv4 address and the length of its prefix: 10.0.0.0/24.',
    source: 'S0 §5',
    good: ['10.0.0.0/24'],
    bad: ['', '10.0.0.0', '10.0.0.0/33'],
    fits: (text) => isCidr(text, isIpv4, 32),
  },
  ipv6_cidr: {
    says: 'An IPv6 address and the length of its prefix: fd00::/64.',
    source: 'S0 §5',
    good: ['fd00::/64'],
    bad: ['', 'fd00::', 'fd00::/129'],
    fits: (text) => isCidr(text, isIpv6, 128),
  },
  mac: {
    says: 'A MAC address with : or - between its pairs of hexadecimal digits: fa:16:3e:00:00:01.',
    source: 'S0 §5',
    good: ['00:11:22:33:44:55', '00-11-22-33-44-55', 'FA:16:3E:00:00:01'],
    bad: ['', '001122334455', '00:11:22:33:44', '00:11:22-33-44-55', '00:11:22:33:44:gg'],
    fits: matching(MAC),
  },
  mac_unicast: {
    says: 'The MAC address of one device: its second digit is even.',
    source: 'S0 §5',
    good: ['fa:16:3e:00:00:01'],
    bad: ['', '01:00:5e:00:00:01'],
    fits: (text) => MAC.test(text) && isUnicast(text),
  },
  port: {
    says: 'A port from 1 to 65535.',
    source: 'S0 §5',
    good: ['22', '65535'],
    bad: ['', '0', '65536'],
    fits: (text) => isPort(text, PORT.min),
  },
  port_or_zero: {
    says: 'A port from 0 to 65535.',
    source: 'S0 §5',
    good: ['0', '65535'],
    bad: ['', '-1', '65536'],
    fits: (text) => isPort(text, 0),
  },
  port_range: {
    says: 'Two ports, the lower one first: 8000-8080.',
    source: 'S0 §5',
    good: ['8000-8080'],
    bad: ['', '8000', '8080-8000'],
    fits: isPortRange,
  },
  name_letter: {
    says: '2 to 255 letters, digits and the characters _ . -, beginning with a letter.',
    source: 'S0 §5',
    good: ['web-1'],
    bad: ['', 'w', '1-web'],
    fits: matching(/^[a-z][\w.-]{1,254}$/i),
  },
  name_words: {
    says: '2 to 32 letters, digits, spaces and the characters _ . : ( ) -, not beginning with a space.',
    source: 'S0 §5',
    good: ['Web server (1)'],
    bad: ['', 'w', ' web'],
    fits: matching(/^[\w.:()-][\w.:() -]{1,31}$/),
  },
  name_short: {
    says: '3 to 32 letters, digits and underscores.',
    source: 'S0 §5',
    good: ['web_1'],
    bad: ['', 'ab', 'web-1'],
    fits: matching(/^\w{3,32}$/),
  },
  host_name: {
    says: 'Up to 63 letters, digits and hyphens, beginning with a letter and ending with a letter or digit.',
    source: 'S0 §5',
    good: ['web-1'],
    bad: ['', '1web', 'web-'],
    fits: matching(/^[a-z](?:[a-z\d-]{0,61}[a-z\d])?$/i),
  },
  alphanumeric: { says: 'Letters and digits.', source: 'S0 §5', good: ['web1'], bad: ['', 'web-1'], fits: matching(/^[a-z\d]+$/i) },
  alphanumeric_words: {
    says: 'Letters, digits, spaces, underscores and hyphens.',
    source: 'S0 §5',
    good: ['web server-1'],
    bad: ['', 'web.1'],
    fits: matching(/^[\w -]+$/),
  },
  name_lowercase: {
    says: 'At least 3 small letters, digits and the characters - . _, beginning and ending with a letter or digit.',
    source: 'S0 §5',
    good: ['web.1'],
    bad: ['', 'ab', 'Web'],
    fits: matching(NAME_LOWERCASE),
  },
  no_slash: { says: 'Any text without a slash.', source: 'S0 §5', good: ['web 1'], bad: ['', 'a/b'], fits: matching(NO_SLASH) },
  certificate_file: {
    says: 'A file with the extension pem, crt, cer, der, p7b, p7c, pfx or p12.',
    source: 'S0 §5',
    good: ['site.pem'],
    bad: ['', 'site.key'],
    fits: withExtension(...CERTIFICATE_EXTENSIONS),
  },
  key_file: {
    says: 'A file with the extension pem, key or der.',
    source: 'S0 §5',
    good: ['site.key'],
    bad: ['', 'site.crt'],
    fits: withExtension(...KEY_EXTENSIONS),
  },
  label_list: {
    says: 'Labels with commas between them: role=web,tier=front. The prefixes kubernetes.io and k8s.io are reserved.',
    source: 'S0 §5',
    good: ['role=web,tier=front'],
    bad: ['', 'k8s.io/x=y'],
    fits: isLabelList,
  },
} as const satisfies Readonly<Record<string, TextPattern & { fits(text: string): boolean }>>;

export type FormName = keyof typeof FORMS;

/** A text of that form; what is wrong with another one is the form's name, as a code of `fields`. */
export const formatted = (name: FormName): z.ZodString => z.string().refine(FORMS[name].fits, { error: name });
