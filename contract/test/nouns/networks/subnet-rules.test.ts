import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it } from 'vitest';
import { isRoutedOnly } from '../../../src/nouns/networks/rules.ts';
import {
  firstHost,
  networksOverlap,
  poolsBeside,
  reachedNetworkProblem,
  subnetProblems,
  type AddressRange,
  type SubnetShape,
} from '../../../src/nouns/networks/subnet-rules.ts';
import { keptNameservers, keptPools, subnetBody } from '../../../src/nouns/networks/subnets.ts';
import { isHostIn } from '../../../src/validation/cidr.ts';

const problemsOf = (shape: Partial<SubnetShape>) =>
  subnetProblems({ cidr: '10.0.0.0/24', ...shape }).map(({ path, code }) => `${path.join('.')} ${code}`);
const pool = (start: string, end: string): AddressRange => ({ start: `10.0.0.${start}`, end: `10.0.0.${end}` });

describe('the members of a subnet', () => {
  it.each<[string, Partial<SubnetShape>, string[]]>([
    ['a network alone', {}, []],
    ['no gateway', { gateway_ip: null }, []],
    ['the first and the last host as gateway and pool', { gateway_ip: '10.0.0.1', allocation_pools: [pool('2', '254')] }, []],
    ['the network address as gateway', { gateway_ip: '10.0.0.0' }, ['gateway_ip gateway_outside']],
    ['the broadcast address as gateway', { gateway_ip: '10.0.0.255' }, ['gateway_ip gateway_outside']],
    ['a gateway of another network', { gateway_ip: '10.0.1.1' }, ['gateway_ip gateway_outside']],
    ['the own address of a link as gateway of IPv6', { cidr: 'fd00::/64', gateway_ip: 'fe80::1' }, []],
    ['the own address of a link as gateway of IPv4', { gateway_ip: 'fe80::1' }, ['gateway_ip gateway_outside']],
    ['the last own address of a link as gateway of IPv6', { cidr: 'fd00::/64', gateway_ip: 'febf::1' }, []],
    ['a gateway of another network of IPv6', { cidr: 'fd00::/64', gateway_ip: 'fec0::1' }, ['gateway_ip gateway_outside']],
    ['a gateway of the other version', { gateway_ip: 'fd00::1' }, ['gateway_ip gateway_outside']],
    ['a pool of one address', { allocation_pools: [pool('9', '9')] }, []],
    ['a pool that ends before it begins', { allocation_pools: [pool('9', '8')] }, ['allocation_pools.0 pool_order']],
    ['a pool that reaches beyond the network', { allocation_pools: [pool('9', '255')] }, ['allocation_pools.0 pool_outside']],
    ['a pool around the gateway', { gateway_ip: '10.0.0.9', allocation_pools: [pool('8', '10')] }, ['allocation_pools.0 pool_gateway']],
    ['pools side by side', { allocation_pools: [pool('10', '19'), pool('20', '29')] }, []],
    ['pools that share an address', { allocation_pools: [pool('10', '20'), pool('20', '29')] }, ['allocation_pools.1 pool_overlap']],
    ['a pool within another', { allocation_pools: [pool('12', '13'), pool('10', '20')] }, ['allocation_pools.1 pool_overlap']],
    ['a wrong pool that was struck out', { allocation_pools: [{ ...pool('9', '255'), deleted: true }, pool('1', '8')] }, []],
    ['a mode of IPv6 in IPv4', { ipv6_ra_mode: 'slaac' }, ['ipv6_ra_mode ipv6_only']],
    ['addresses that hosts make in 64 bits', { cidr: 'fd00::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' }, []],
    [
      'addresses that hosts make in 65 bits',
      { cidr: 'fd00::/65', ipv6_address_mode: 'dhcpv6-stateless' },
      ['ipv6_address_mode slaac_prefix'],
    ],
    [
      'two modes that differ',
      { cidr: 'fd00::/64', ipv6_ra_mode: 'slaac', ipv6_address_mode: 'dhcpv6-stateful' },
      ['ipv6_address_mode ipv6_modes_differ'],
    ],
    [
      'two modes of addresses that hosts make, which differ',
      { cidr: 'fd00::/64', ipv6_ra_mode: 'dhcpv6-stateless', ipv6_address_mode: 'slaac' },
      ['ipv6_address_mode ipv6_modes_differ'],
    ],
    ['addresses that are handed out in 96 bits', { cidr: 'fd00::/96', ipv6_address_mode: 'dhcpv6-stateful' }, []],
    ['a wrong network', { cidr: '10.0.0.1/24', gateway_ip: '192.0.2.1' }, []],
  ])('the members of a subnet are checked: %s', (_what, shape, expected) => {
    expect(problemsOf(shape)).toEqual(expected);
  });

  it('a subnet leaves out pools that were struck out and name servers that nobody has typed [subnet.dns-dropped, subnet.pools-deleted]', () => {
    expect(keptNameservers(['{ip}'])).toEqual([]);
    expect(keptNameservers(['{ip}', '10.0.0.53', 'fd00::53'])).toEqual(['10.0.0.53', 'fd00::53']);
    const [kept, struck] = [pool('1', '2'), { ...pool('3', '4'), deleted: true }];
    expect(keptPools([kept, struck, { ...pool('5', '6'), deleted: false }])).toEqual([kept, pool('5', '6')]);
  });
});

describe('a network that is reached by a route or a VPN', () => {
  it.each([
    ['127.0.0.0/8', 'cidr_loopback'],
    ['::1/128', 'cidr_loopback'],
    ['224.0.0.0/4', 'cidr_multicast'],
    ['ff02::/64', 'cidr_multicast'],
    ['240.0.0.0/4', 'cidr_reserved'],
    ['169.254.0.0/16', 'cidr_link_local'],
    ['fe80::/64', 'cidr_link_local'],
  ])('refuses %s, in which no host is reached (%s)', (cidr, code) => {
    expect(reachedNetworkProblem(cidr)?.code).toBe(code);
  });

  it.each(['0.0.0.0/0', '::/0', '10.0.0.4/32', '128.0.0.0/1', '126.0.0.0/7', 'FD00::/64'])(
    'takes %s, in which hosts are reached',
    (cidr) => {
      expect(reachedNetworkProblem(cidr)?.code).toBeUndefined();
    },
  );
});

describe('the network of a new subnet', () => {
  const issuesOf = (body: object) =>
    subnetBody.safeParse(body).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`) ?? [];

  it.each([
    ['0.0.0.0/0', 'cidr_loopback'],
    ['127.0.0.0/8', 'cidr_loopback'],
    ['127.1.0.0/16', 'cidr_loopback'],
    ['224.0.0.0/24', 'cidr_multicast'],
    ['239.255.0.0/16', 'cidr_multicast'],
    ['169.254.169.0/24', 'cidr_link_local'],
    ['fe80::/64', 'cidr_link_local'],
    ['ff02::/64', 'cidr_multicast'],
    ['::/0', 'cidr_loopback'],
    ['::ffff:10.0.0.0/104', 'cidr_reserved'],
    ['0.0.0.0/8', 'cidr_reserved'],
    ['240.0.0.0/24', 'cidr_reserved'],
    ['250.1.0.0/16', 'cidr_reserved'],
    ['255.255.255.0/24', 'cidr_reserved'],
    ['10.0.0.4/32', 'cidr_no_host'],
    ['fd00::1/128', 'cidr_no_host'],
  ])('refuses a new subnet of %s, which has no address for a host (%s)', (cidr, code) => {
    expect(issuesOf({ cidr })).toEqual([`cidr ${code}`]);
  });

  it.each([
    { cidr: '10.0.0.4/31' },
    { cidr: '10.0.0.4/32', gateway_ip: null },
    { cidr: '126.0.0.0/8' },
    { cidr: '128.0.0.0/16' },
    { cidr: '169.253.0.0/16' },
    { cidr: '223.255.255.0/24' },
    { cidr: 'fec0::/64' },
    { cidr: '100.64.0.0/10' },
    { cidr: 'fd00::/64', gateway_ip: 'fe80::1' },
  ])('takes a new subnet that has addresses for hosts: %j', (body) => {
    expect(issuesOf(body)).toEqual([]);
  });
});

describe('the addresses of a subnet', () => {
  it.each<[string, string | null, string, string[]]>([
    ['10.0.0.0/24', '10.0.0.1', '10.0.0.1', ['10.0.0.2 10.0.0.254']],
    ['10.0.0.0/24', '10.0.0.9', '10.0.0.1', ['10.0.0.1 10.0.0.8', '10.0.0.10 10.0.0.254']],
    ['10.0.0.0/24', '10.0.0.254', '10.0.0.1', ['10.0.0.1 10.0.0.253']],
    ['10.0.0.0/24', null, '10.0.0.1', ['10.0.0.1 10.0.0.254']],
    ['10.0.0.4/30', '10.0.0.5', '10.0.0.5', ['10.0.0.6 10.0.0.6']],
    ['10.0.0.4/31', '10.0.0.4', '10.0.0.4', ['10.0.0.5 10.0.0.5']],
    ['10.0.0.4/32', '10.0.0.4', '10.0.0.4', []],
    ['0.0.0.0/0', null, '0.0.0.1', ['0.0.0.1 255.255.255.254']],
    ['fd00::/64', 'fd00::1', 'fd00::1', ['fd00::2 fd00::ffff:ffff:ffff:ffff']],
    ['fd00::/64', 'fd00::', 'fd00::1', ['fd00::1 fd00::ffff:ffff:ffff:ffff']],
    ['fd00::/64', 'fe80::1', 'fd00::1', ['fd00::1 fd00::ffff:ffff:ffff:ffff']],
  ])('the pools of the subnet %s with the gateway %s hold the addresses of hosts but the gateway', (cidr, gateway, first, ranges) => {
    expect(firstHost(cidr)).toBe(first);
    expect(poolsBeside(cidr, gateway).map(({ start, end }) => `${start} ${end}`)).toEqual(ranges);
  });

  it('the pools beside the first host as the gateway fit the subnet, whatever its network is', () => {
    const network = fc.tuple(fc.boolean(), fc.uint8Array({ minLength: 16, maxLength: 16 }), fc.nat(128)).map(([isV4, bytes, length]) => {
      const prefix = isV4 ? Math.min(32, length) : length;
      const address = ipaddr.fromByteArray([...(isV4 ? bytes.subarray(0, 4) : bytes)]);
      const of = isV4 ? ipaddr.IPv4 : ipaddr.IPv6;
      return `${of.networkAddressFromCIDR(`${address.toString()}/${prefix}`).toString()}/${prefix}`;
    });
    fc.assert(
      fc.property(network, (cidr) => {
        const gateway = firstHost(cidr);
        expect(isHostIn(cidr, gateway)).toBe(true);
        const allocation_pools = poolsBeside(cidr, gateway);
        expect(subnetProblems({ cidr, gateway_ip: gateway, allocation_pools })).toEqual([]);
        expect(networksOverlap(cidr, cidr)).toBe(true);
      }),
    );
  });
});

describe('two networks', () => {
  it.each([
    ['10.0.0.0/24', '10.0.0.0/24', true],
    ['10.0.0.0/24', '10.0.0.128/25', true],
    ['10.0.0.0/25', '10.0.0.128/25', false],
    ['10.0.0.0/8', '10.255.255.255/32', true],
    ['10.0.0.0/24', '10.0.1.0/24', false],
    ['0.0.0.0/0', '::/0', false],
    ['fd00::/48', 'fd00:0:0:1::/64', true],
    ['fd00::/64', 'fd00:0:0:1::/64', false],
  ])('the networks %s and %s overlap: %s', (one, other, expected) => {
    expect([networksOverlap(one, other), networksOverlap(other, one)]).toEqual([expected, expected]);
  });

  it.each(['abc', '', '10.0.0.0', '10.0.0.0/33', '::/129'])('what is no network, such as "%s", overlaps none', (text) => {
    expect([networksOverlap(text, '0.0.0.0/0'), networksOverlap('::/0', text), networksOverlap(text, text)]).toEqual([false, false, false]);
  });
});

describe('a network', () => {
  it.each([
    [true, true, 0, true],
    [false, true, 0, false],
    [true, false, 0, false],
    [true, true, 1, false],
  ])(
    'a network (external %s, managed %s, with %s subnets) is for routed access only: %s [network.routed-only]',
    (router_external, ipam_enabled, count, expected) => {
      expect(isRoutedOnly({ router_external, ipam_enabled, subnets: Array.from({ length: count }) })).toBe(expected);
    },
  );
});
