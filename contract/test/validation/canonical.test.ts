import fc from 'fast-check';
import { expect, it } from 'vitest';
import { subnetBody } from '../../src/nouns/networks/subnets.ts';
import { ruleCreateBody, securityGroupBody } from '../../src/nouns/security-groups/bodies.ts';
import { ruleKey } from '../../src/nouns/security-groups/rules.ts';
import { canonicalIp, canonicalMac, canonicalRange, separatedMac } from '../../src/validation/canonical.ts';
import { ipAddress } from '../../src/wire/addresses.ts';

it.each([
  ['10.1.2.3/24', '10.1.2.0/24'],
  ['10.1.2.0/24', '10.1.2.0/24'],
  ['10.1.2.3', '10.1.2.3/32'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['192.0.2.9/0', '0.0.0.0/0'],
  ['2001:DB8:0:0::/64', '2001:db8::/64'],
  ['FD00:00AB:0:0::1/48', 'fd00:ab::/48'],
  ['2001:db8:0:0:0:0:0:1', '2001:db8::1/128'],
  ['web', 'web'],
])('a network is written in one way: %s as %s', (text, expected) => {
  expect(canonicalRange(text)).toBe(expected);
});

it('a network or address in its one form stays as it is, whatever was typed', () => {
  const ranges = fc.tuple(fc.oneof(fc.ipV4(), fc.ipV6()), fc.nat(32)).map(([ip, length]) => `${ip}/${length}`);
  const texts = fc.oneof(ranges, fc.ipV4(), fc.ipV6(), fc.string());
  fc.assert(
    fc.property(texts, (text) => {
      expect(canonicalRange(canonicalRange(text))).toBe(canonicalRange(text));
      expect(canonicalIp(canonicalIp(text))).toBe(canonicalIp(text));
    }),
  );
});

it('addresses in bodies are kept in one form', () => {
  expect([ipAddress.parse('2001:DB8:0:0:0:0:0:1'), ipAddress.parse('10.0.0.1')]).toEqual(['2001:db8::1', '10.0.0.1']);
  const subnet = subnetBody.parse({
    cidr: 'FD00:00AB:0:0::/64',
    gateway_ip: 'FD00:AB::0001',
    dns_nameservers: ['2001:4860:4860:0:0:0:0:8888', '{ip}'],
    allocation_pools: [{ start: 'fd00:ab:0::10', end: 'FD00:AB::20' }],
  });
  expect(subnet).toEqual({
    cidr: 'fd00:ab::/64',
    gateway_ip: 'fd00:ab::1',
    dns_nameservers: ['2001:4860:4860::8888', '{ip}'],
    allocation_pools: [{ start: 'fd00:ab::10', end: 'fd00:ab::20' }],
  });
});

const rule = { direction: 'ingress', protocol: 'tcp', port_range_min: 22, port_range_max: 22 } as const;

it('rules of security groups are kept in one form: network, single address and protocol', () => {
  const parsed = (change: object) => ruleCreateBody.parse({ security_group_id: 'group', ...rule, ...change });
  expect(parsed({ remote_ip_prefix: '10.1.2.3/24' }).remote_ip_prefix).toBe('10.1.2.0/24');
  expect(parsed({ remote_ip_prefix: '10.1.2.3' }).remote_ip_prefix).toBe('10.1.2.3/32');
  expect(parsed({ ethertype: 'IPv6', remote_ip_prefix: '2001:DB8::1' }).remote_ip_prefix).toBe('2001:db8::1/128');
  expect(parsed({ protocol: 'TCP' }).protocol).toBe('tcp');
  expect(parsed({ ethertype: 'IPv6', protocol: 'ICMPv6', port_range_min: undefined, port_range_max: undefined }).protocol).toBe(
    'ipv6-icmp',
  );
});

it.each([
  [{ remote_ip_prefix: '10.1.2.3/24' }, { remote_ip_prefix: '10.1.2.0/24' }],
  [{ remote_ip_prefix: '0.0.0.0/0' }, {}],
  [{ ethertype: 'IPv6', remote_ip_prefix: '::/0' }, { ethertype: 'IPv6' }],
  [
    { ethertype: 'IPv6', remote_ip_prefix: '2001:DB8:0:0::/64' },
    { ethertype: 'IPv6', remote_ip_prefix: '2001:db8::/64' },
  ],
] as const)('security group rules that let through the same count as the same: %j and %j', (one, other) => {
  expect(ruleKey({ ...rule, ...one })).toBe(ruleKey({ ...rule, ...other }));
  const twice = securityGroupBody.safeParse({
    name: 'web',
    security_group_rules: [
      { ...rule, ...one },
      { ...rule, ...other },
    ],
  });
  expect(twice.error?.issues.map(({ message, path }) => `${path.join('.')} ${message}`)).toEqual(['security_group_rules.1 rule_exists']);
});

it.each(['fa:16:3e:0a:00:01', 'FA:16:3E:0A:00:01', 'fa-16-3e-0a-00-01', 'FA16.3E0A.0001', 'fa163e0a0001'])(
  'a MAC address is written in one way: %s',
  (text) => {
    expect(canonicalMac(text)).toBe('fa:16:3e:0a:00:01');
  },
);

it.each(['', 'fa:16:3e:0a:00', 'fa:16-3e:0a:00:01', 'fa16:3e0a:0001', 'fa:16:3e:0a:00:0g', 'fa163e0a00011', '10.0.0.1', 'fe80::1'])(
  'what is no MAC address is not taken for one: %s',
  (text) => {
    expect(canonicalMac(text)).toBeUndefined();
  },
);

it('twelve digits without anything between them may be a part of an id', () => {
  expect(separatedMac('fa163e0a0001')).toBeUndefined();
  expect(separatedMac('FA16.3E0A.0001')).toBe('fa:16:3e:0a:00:01');
});
