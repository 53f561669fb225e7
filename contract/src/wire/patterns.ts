/** What text fields may hold: each text field of a call names one of these (S0 §5, decisions I1 and I2). */

import { FORMS } from './forms.ts';
import type { TextPattern } from './text-pattern.ts';

const LONG_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAIv/GY+ZpjQKiehzMY4oHSAM9q+KUjF1pnqMVjT4GaE';

/** All of them, by their names. */
export const PATTERNS = {
  ...FORMS,
  id: {
    says: 'An id: letters, digits and the signs _ . : @ -, and so no slash.',
    source: 'S0 §5',
    good: ['7a1d4c3e-9f0b-4a52-8c6d-2e5f7b8a9c10', 'alice@acme:laptop'],
    bad: ['', 'a b', 'a/b', 'ä'],
  },
  name: {
    says: 'Free text on one line without invisible signs; blanks at both ends are taken away, then at least one sign is left.',
    source: 'decision I2',
    good: ['web-1', 'Büro (2. Stock) / Nord', ' 名前 ', 'می\u200Cخواهم', '👩\u200D💻'],
    bad: ['', '   ', 'two\nlines', 'bell\u0007', '\u200B', '\u3164', '\u2800', 'evil\u202Egnp', 'web\u200D-1', 'a\u2028b'],
  },
  key_pair_name: {
    says: 'A name of letters, digits, blanks and the signs . _ - @, not of full stops alone, as compute services take it.',
    source: 'decision I2',
    good: ['laptop', 'alice@work 2', 'a.b_c-d'],
    bad: ['', '  ', 'a/b', 'schlüssel', 'a:b', '.', '..'],
  },
  trait_name: {
    says: 'Free text on one line as of all names, with a letter of A to Z or a digit, which an identifier is made of.',
    source: 'S0 §3',
    good: ['Oracle licenses', 'Büro 2', 'CUSTOM_SSD'],
    bad: ['', '   ', 'two\nlines', 'سريع', '名前', '--'],
  },
  certificate: {
    says: 'Certificates in PEM, the own one first, then each that has signed the one before; or one in DER, in base64.',
    source: 'S0 §5',
    good: ['-----BEGIN CERTIFICATE-----'],
    bad: ['', '  '],
  },
  private_key: {
    says: 'A private key in PEM, or in DER in base64.',
    source: 'S0 §5',
    good: ['-----BEGIN PRIVATE KEY-----'],
    bad: ['', '  '],
  },
  url_path: {
    says: 'The path of a web address: a slash, then letters, digits and signs without blanks.',
    source: 'screens M3',
    good: ['/', '/health?deep=1'],
    bad: ['', 'health', '/a b', '/ä'],
  },
  object_key: {
    says: 'Key of an object: any text of 1,024 bytes at most.',
    source: 'S0 §7',
    good: ['2026/summer.jpg', 'ordner/Größe 1', '名前', 'a//b'],
    bad: ['', 'ü'.repeat(513)],
  },
  object_prefix: {
    says: 'What the keys of objects begin with: none, or a text as of keys.',
    source: 'choice.uncovered-calls',
    good: ['', '2026/', 'backups/db-'],
    bad: ['ü'.repeat(513)],
  },
  object_folder: {
    says: 'What the keys of a folder begin with: none, or a text as of keys with a slash at its end.',
    source: 'S0 §7',
    good: ['', '2026/', 'a/b/'],
    bad: ['2026'],
  },
  description: {
    says: 'Free text, also on several lines, without controls that hide it or turn it around; blanks at both ends are taken away.',
    source: 'decision I2',
    good: ['', 'For the shop.\nMay be stopped at night.'],
    bad: ['bell\u0007', 'evil\u202Egnp'],
  },
  user_name: {
    says: 'A name as others, without a slash.',
    source: 'S0 §5',
    good: ['alice', 'alice@acme.example', 'Zoë Müller'],
    bad: ['', '   ', 'a/b', 'two\nlines', 'evil\u202Egnp'],
  },
  hostname: {
    says: 'A host name of letters, digits and hyphens, its parts with dots between them, or an IPv4 address.',
    source: 'screens N14',
    good: ['compute', 'compute.example.com', '192.0.2.10'],
    bad: ['', 'a b', '-compute', 'compute-.example.com', 'a..b', 'ä.example.com'],
  },
  peer_address: {
    says: 'An IP address, or a host name of letters, digits and hyphens, its parts with dots between them.',
    source: 'screens I2',
    good: ['203.0.113.10', '2001:db8::7', 'vpn.example.com'],
    bad: ['', 'a b', '203.0.113', '-vpn', 'a..b', 'ä.example.com'],
  },
  vpn_identity: {
    says: 'What one side of a VPN shows itself by: letters, digits and the signs . : @ % _ - + = , and /.',
    source: 'screens I2',
    good: ['203.0.113.10', 'branch@example.com', '@vpn.example.com'],
    bad: ['', 'a b', 'a"b', 'ä', 'two\nlines'],
  },
  vpn_psk: {
    says: 'A key that both sides of a VPN share: letters, digits and signs without blanks, quotation marks and backslashes.',
    source: 'screens I2',
    good: ['w7Rk2-pQ9zL_4mXc', 'a!b#c$d%'],
    bad: ['', 'a b', 'a"b', "a'b", 'a`b', 'a\\b', 'ä', 'two\nlines'],
  },
  email: {
    says: 'An email address, or nothing.',
    source: 'screens R1',
    good: ['', 'alice@acme.example'],
    bad: ['alice', 'a b@acme.example', '@acme.example'],
  },
  contact_email: {
    says: 'An email address.',
    source: 'S0 §5',
    good: ['alice@acme.example'],
    bad: ['', '   ', 'alice', 'a b@acme.example', '@acme.example'],
  },
  problem_description: {
    says: 'What is wrong, on any number of lines, or nothing.',
    source: 'S0 §3',
    good: ['', 'Volumes stay in creating.\nSince noon.'],
    bad: ['a\u202Eb'],
  },
  metadata_key: {
    says: 'Free text without invisible signs.',
    source: 'S2 §3',
    good: ['role', 'cost center'],
    bad: ['', '\u200B', 'a\u202Eb'],
  },
  metadata_value: {
    says: 'Free text, also none, without controls that hide it or turn it around.',
    source: 'S2 §3',
    good: ['', 'database'],
    bad: ['evil\u202Egnp'],
  },
  tag: {
    says: 'Free text on one line without slash, comma and invisible signs; blanks at both ends are taken away, then at least one is left.',
    source: 'screens C2',
    good: ['web', 'shop floor', ' production '],
    bad: ['', '  ', 'a/b', 'a,b', 'two\nlines', '\u2066', 'a\u200Bb'],
  },
  account: {
    says: 'A name, or an id, as whoever keeps the accounts has it: free text; blanks at both ends are taken away.',
    source: 'decision A3',
    good: ['acme', 'alice@acme.example'],
    bad: ['', '  '],
  },
  password: {
    says: 'A password that somebody has already: free text. What new ones have to be is not asked of it.',
    source: 'decision I1',
    good: ['x', 'Test-Password-1'],
    bad: [''],
  },
  device: {
    says: 'A mark that a browser makes for itself: 32 random bytes in base64url.',
    source: 'decision A3',
    good: ['3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA_zk'],
    bad: ['', 'my laptop', '3q2-7wAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA_z'],
  },
  new_password: {
    says: 'At least 16 signs with a letter and a digit, or at least 12 with a capital and a small letter, a digit and another sign.',
    source: 'S0 §5, decision I1',
    good: ['correct horse battery 9', 'Abcdefgh1!xy', 'abcdefghijklmno1'],
    bad: ['', 'short', 'abcdefghijklmno', 'abcdefghijklmn1', 'abcdefghijklmnop', '1234567890123456', 'Abcdefgh12xy', 'Abcdefg1!xy'],
  },
  public_key: {
    says: 'The public half of an SSH key on one line, beginning with its type: RSA, ECDSA nistp256, 384 or 521, ED25519, DSS, or of a security key.',
    source: 'S0 §5',
    good: [LONG_KEY, `  ${LONG_KEY} alice@laptop `],
    bad: ['', 'foo AAAA', 'ssh-rsa AAAA', `${LONG_KEY}\n${LONG_KEY}`, '-----BEGIN OPENSSH PRIVATE KEY-----'],
  },
  ip: {
    says: 'An IPv4 or IPv6 address.',
    source: 'S0 §5',
    good: ['10.0.0.1', 'fd00::1'],
    bad: ['', '256.0.0.1', '10.0.0', '10.0.0.1/24', 'fd00::g'],
  },
  cidr: {
    says: 'The address of a network and the length of its prefix; bits behind the prefix are 0.',
    source: 'S1 §5',
    good: ['10.0.0.0/24', 'fd00::/64'],
    bad: ['', '10.0.0.5/24', '10.0.0.0', '10.0.0.0/33', 'fd00::1/64'],
  },
  address_range: {
    says: 'An IPv4 or IPv6 address, alone or with the length of a prefix; the bits behind it may be anything.',
    source: 'decision I3',
    good: ['10.0.0.0/24', '10.0.0.5/24', '10.0.0.5', '0.0.0.0/0', 'FD00::1/64', 'fd00::1'],
    bad: ['', '10.0.0', '10.0.0.0/33', 'fd00::/129'],
  },
  ip_protocol: {
    says: 'The name of an IP protocol, as network services know it, or its number from 0 to 255.',
    source: 'screens H',
    good: ['tcp', 'TCP', 'icmp', 'vrrp', '6', '255'],
    bad: ['', 'http', '256', '06'],
  },
  security_group_name: {
    says: 'Free text on one line without invisible signs, and not the name of the group that each project has: default.',
    source: 'S2 §3',
    good: ['web', 'Büro (2. Stock)'],
    bad: ['', '   ', 'default', 'two\nlines'],
  },
  nameserver: {
    says: 'An IPv4 or IPv6 address; {ip} is dropped.',
    source: 'S1 §5',
    good: ['10.0.0.53', 'fd00::53', '{ip}'],
    bad: ['', 'dns.example.com'],
  },
  project_or_all: { says: 'The id of a project, or * for all of them.', source: 'S1 §5', good: ['p-1', '*'], bad: ['', '**', 'a/b'] },
  word: {
    says: 'A word of the cloud: letters, digits and the characters . _ -, the first one a letter or a digit.',
    source: 'S1 §3',
    good: ['linux', 'rhel9.4', 'windows-2025'],
    bad: ['', ' ', 'a b', '-x', 'a/b', 'ä'],
  },
  checksum: {
    says: 'A digest in hexadecimal digits: MD5 (32), SHA-256 (64) or SHA-512 (128).',
    source: 'screens J',
    good: ['d41d8cd98f00b204e9800998ecf8427e'],
    bad: ['', 'abc', 'zz1d8cd98f00b204e9800998ecf8427e'],
  },
  physical_network: {
    says: 'The name of a physical network, as the cloud knows it: letters, digits and the characters _ . -.',
    source: 'S1 §3',
    good: ['physnet1'],
    bad: ['', 'a b', 'a/b'],
  },
  script: {
    says: 'User data for the first boot, as text or in base64, at most 64 KiB: cloud-config, a script, MIME multipart, Ignition or any other.',
    source: 'decision I2',
    good: ['#cloud-config\npackages: [postgresql]\n', '#!/bin/sh\ntrue\n', 'echo hello', 'I2Nsb3VkLWNvbmZpZwo='],
    bad: [''],
  },
  property_key: {
    says: 'Letters, digits and the signs _ . : @ -.',
    source: 'S0 §3',
    good: ['theme', 'logo:dark'],
    bad: ['', 'a b', 'a/b'],
  },
  json: { says: 'Any JSON; written as text at most 16,384 signs.', source: 'decision B9', good: ['', 'dark'], bad: [] },
  marker: {
    says: "The `marker` of the page before, as it was answered; what it holds is nobody's business.",
    source: 'S0 §7',
    good: ['eyJ2IjpbXX0'],
    bad: [''],
  },
  sort: {
    says: 'A key of the list, a colon, and asc or desc.',
    source: 'S0 §7',
    good: ['created_at:desc', 'created_at:asc'],
    bad: ['', 'created_at', 'created_at:up', 'nothing:asc'],
  },
  filter: {
    says: 'Free text: a whole value, or one of the prefixes contains:, in:, any: and not_any: with what belongs to it.',
    source: 'S0 §7',
    good: ['web', 'in:web-1,web-2'],
    bad: [],
  },
  audit_result: {
    says: 'accepted, refused or failed; several after in: with commas between.',
    source: 'decision B1',
    good: ['accepted', 'in:refused,failed'],
    bad: ['', 'web'],
  },
  promql: {
    says: 'A query in PromQL on one line; what it may be made of is said by its call.',
    source: 'S2 §7',
    good: ['gantry_volume_used_bytes', 'sum by (volume_id) (up{job="x"})'],
    bad: ['', 'up\n', '\u0007'],
  },
  seconds: {
    says: 'Seconds since 1970, also with up to six decimals.',
    source: 'S2 §7',
    good: ['1764000000', '1764000000.25'],
    bad: ['', '-1', 'now'],
  },
  time_span: { says: 'Hours or days, as 24h or 7d.', source: 'decision B1', good: ['24h', 'in:7d'], bad: ['', '7w'] },
  day_or_hour: {
    says: 'A day or an hour in UTC, or the beginning of one.',
    source: 'decision B1',
    good: ['2026-11-22', 'in:2026-11-22T14'],
    bad: ['', 'yesterday'],
  },
  json_list: { says: 'A list, as JSON text.', source: 'S0 §7', good: ['[]'], bad: ['', 'web', '{}'] },
  whole_number: { says: 'A whole number, in digits.', source: 'S0 §7', good: ['1', '20'], bad: ['', '-1', '1.5', 'x', '1234567890'] },
  flag: {
    says: 'true, false, 1 or 0; capitals make no difference.',
    source: 'decision B1',
    good: ['true', 'True', '0'],
    bad: ['', 'yes', '2'],
  },
} as const satisfies Readonly<Record<string, TextPattern>>;

export type PatternName = keyof typeof PATTERNS;

/** The pattern of that name, if there is one. */
export const patternOf = (name: string): TextPattern | undefined =>
  Object.hasOwn(PATTERNS, name) ? PATTERNS[name as PatternName] : undefined;
