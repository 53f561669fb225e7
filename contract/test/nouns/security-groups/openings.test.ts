import { describe, expect, it } from 'vitest';
import type { SecurityGroupRule } from '../../../src/nouns/security-groups/entity.ts';
import { exposedServices, openingsOf } from '../../../src/nouns/security-groups/openings.ts';

const rule = (change: Partial<SecurityGroupRule>): SecurityGroupRule => ({
  id: 'r',
  direction: 'ingress',
  ethertype: 'IPv4',
  protocol: 'tcp',
  port_range_min: null,
  port_range_max: null,
  remote_ip_prefix: null,
  remote_group_id: null,
  ...change,
});
const tcp = (first: number, last: number, more: Partial<SecurityGroupRule> = {}) =>
  rule({ port_range_min: first, port_range_max: last, ...more });
const group = (id: string, ...rules: SecurityGroupRule[]) => ({ id, security_group_rules: rules });
/** `any tcp 22-22 by a,b` */
const told = (...groups: Parameters<typeof openingsOf>[0]) =>
  openingsOf(groups).map(({ from, ethertype, protocol, ports, groups: by }) =>
    [
      'any' in from ? 'any' : 'cidr' in from ? from.cidr : `group ${from.group}`,
      ...(ethertype === 'IPv4' ? [] : [ethertype]),
      protocol ?? 'all',
      ports?.join('-') ?? '*',
      `by ${by.join(',')}`,
    ].join(' '),
  );

describe('what may reach an interface', () => {
  it.each([
    ['nothing where no group lets anything in', [group('a', tcp(22, 22, { direction: 'egress' }))], []],
    ['a port by the group that opens it', [group('a', tcp(22, 22))], ['any tcp 22-22 by a']],
    ['what two groups open once, by both', [group('a', tcp(22, 22)), group('b', tcp(22, 22))], ['any tcp 22-22 by a,b']],
    ['ranges that meet as one', [group('a', tcp(80, 90), tcp(91, 99)), group('b', tcp(85, 120))], ['any tcp 80-120 by a,b']],
    ['ranges with a gap as two', [group('a', tcp(90, 95), tcp(80, 88))], ['any tcp 80-88 by a', 'any tcp 90-95 by a']],
    ['nothing more beside all of a protocol', [group('a', tcp(22, 22), rule({}))], ['any tcp * by a']],
    ['nothing more beside all protocols', [group('a', tcp(22, 22), rule({ protocol: null }))], ['any all * by a']],
    ['other addresses by themselves', [group('a', tcp(22, 22, { remote_ip_prefix: '10.0.0.0/8' }))], ['10.0.0.0/8 tcp 22-22 by a']],
    ['a prefix of length 0 as anybody', [group('a', tcp(22, 22, { remote_ip_prefix: '0.0.0.0/0' }), tcp(22, 22))], ['any tcp 22-22 by a']],
    [
      'the other IP version by itself',
      [group('a', tcp(22, 22), tcp(22, 22, { ethertype: 'IPv6', remote_ip_prefix: '::/0' }))],
      ['any tcp 22-22 by a', 'any IPv6 tcp 22-22 by a'],
    ],
    [
      'anybody first, then addresses, then groups',
      [group('a', tcp(1, 1, { remote_group_id: 'b' }), tcp(2, 2, { remote_ip_prefix: '10.0.0.0/8' }), tcp(3, 3))],
      ['any tcp 3-3 by a', '10.0.0.0/8 tcp 2-2 by a', 'group b tcp 1-1 by a'],
    ],
    [
      'types of ICMP as they are, for they are no range',
      [group('a', rule({ protocol: 'icmp', port_range_min: 8, port_range_max: 0 }), rule({ protocol: 'icmp', port_range_min: 3 }))],
      ['any icmp 3-3 by a', 'any icmp 8-0 by a'],
    ],
    ['a protocol by its name, also where its number is kept', [group('a', tcp(22, 22, { protocol: '6' }))], ['any tcp 22-22 by a']],
  ])('the openings of an interface list %s', (_, groups, expected) => {
    expect(told(...groups)).toEqual(expected);
  });
});

describe('services by which people sign in are open to everybody', () => {
  it.each([
    ['by their port', [tcp(22, 22)], ['SSH']],
    ['by a range around it', [tcp(3000, 4000)], ['RDP']],
    ['by all of TCP', [rule({})], ['SSH', 'RDP']],
    ['by all protocols', [rule({ protocol: null })], ['SSH', 'RDP']],
    ['from any address of IPv6', [tcp(22, 22, { ethertype: 'IPv6', remote_ip_prefix: '::/0' })], ['SSH']],
    ['not from some addresses', [tcp(22, 22, { remote_ip_prefix: '10.0.0.0/8' })], []],
    ['not from a group', [tcp(22, 22, { remote_group_id: 'g' })], []],
    ['not by what leaves', [tcp(22, 22, { direction: 'egress' })], []],
    ['not by the same port of UDP', [tcp(22, 22, { protocol: 'udp' })], []],
    ['not by another port', [tcp(23, 80)], []],
  ])('a service for signing in (SSH, RDP) counts as open to everybody: %s', (_, rules, expected) => {
    expect(exposedServices(rules)).toEqual(expected);
  });
});
