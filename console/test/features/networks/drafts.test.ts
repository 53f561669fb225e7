import { describe, expect, it } from 'vitest';
import { networkSchema, NEW_NETWORK, type NetworkDraft } from '../../../src/features/networks/network-draft.ts';
import { changesOf, newSubnet, rowErrors, type SubnetDraft } from '../../../src/features/networks/subnet-draft.ts';

const ipv4: SubnetDraft = { ...newSubnet(4), cidr: '10.0.0.0/24' };
const typed = (change: Partial<NetworkDraft>): NetworkDraft => ({ ...NEW_NETWORK, name: 'backend', subnets: [ipv4], ...change });

const problems = (draft: NetworkDraft) =>
  (networkSchema.safeParse(draft).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);

describe('what is typed of a network', () => {
  it('a typed network is sent without empty rows, and with a null gateway only where no gateway is wanted', () => {
    const dns = { ...ipv4, dns_nameservers: ['', ' 9.9.9.9 '], allocation_pools: [{ start: '', end: '' }] };
    expect(networkSchema.parse(typed({ subnets: [dns] }))).toEqual({
      type: 'private',
      name: 'backend',
      ipam_enabled: true,
      subnets: [{ cidr: '10.0.0.0/24', enable_dhcp: true, dns_nameservers: ['9.9.9.9'] }],
    });
    expect(networkSchema.parse(typed({ subnets: [{ ...ipv4, no_gateway: true }] }))).toMatchObject({
      subnets: [{ gateway_ip: null }],
    });
  });

  it('a typed network has no subnets where addresses are not managed, and two modes of IPv6 that are alike', () => {
    expect(networkSchema.parse(typed({ ipam_enabled: false }))).toEqual({ type: 'private', name: 'backend', ipam_enabled: false });
    const ipv6: SubnetDraft = { ...newSubnet(6), cidr: 'fd00::/64', mode: 'slaac' };
    expect(networkSchema.parse(typed({ subnets: [ipv4, ipv6] }))).toMatchObject({
      subnets: [{}, { cidr: 'fd00::/64', enable_dhcp: true, ipv6_ra_mode: 'slaac', ipv6_address_mode: 'slaac' }],
    });
  });

  it('a typed subnet is judged at each field: network address, version, gateway, pools and mode', () => {
    const wrong = (change: Partial<SubnetDraft>) => problems(typed({ subnets: [{ ...ipv4, ...change }] }));
    expect(wrong({ cidr: '' })).toEqual([['subnets.0.cidr', 'required']]);
    expect(wrong({ cidr: '10.0.0.7/24' })).toEqual([['subnets.0.cidr', 'cidr_network']]);
    expect(wrong({ cidr: 'fd00::/64' })).toEqual([['subnets.0.cidr', 'cidr_v4']]);
    expect(wrong({ gateway_ip: '10.1.0.1' })).toEqual([['subnets.0.gateway_ip', 'gateway_outside']]);
    expect(wrong({ allocation_pools: [{ start: '10.0.0.9', end: '10.0.0.2' }] })).toEqual([['subnets.0.allocation_pools.0', 'pool_order']]);
    const ipv6: SubnetDraft = { ...newSubnet(6), cidr: 'fd00::/48', mode: 'slaac' };
    expect(problems(typed({ subnets: [ipv4, ipv6] }))).toContainEqual(['subnets.1.ipv6_ra_mode', 'slaac_prefix']);
  });

  it('a new subnet of IPv6 proposes a free /64 in which hosts give themselves addresses, and is right as it is', () => {
    const [one, other] = [newSubnet(6), newSubnet(6)];
    expect(one.mode).toBe('slaac');
    expect(one.cidr).toMatch(/^fd[0-9a-f]{2}:[0-9a-f]{4}:[0-9a-f]{4}::\/64$/);
    expect(other.cidr).not.toBe(one.cidr);
    expect(problems(typed({ subnets: [ipv4, one] }))).toEqual([]);
  });

  it('a typed network that leads out of the cloud needs the physical network that carries it', () => {
    expect(problems(typed({ type: 'public' }))).toContainEqual(['physical_network', 'required']);
    expect(networkSchema.parse(typed({ type: 'vlan', physical_network: 'physnet1', vlan_id: 7 }))).toMatchObject({ vlan_id: 7 });
  });
});

it('an error in a row of a typed subnet is told at that row, also below rows without text', () => {
  const draft = {
    ...ipv4,
    dns_nameservers: ['', 'x'],
    allocation_pools: [
      { start: '', end: '' },
      { start: 'a', end: 'b' },
    ],
  };
  const marks = { 'dns_nameservers.0': 'no address', 'allocation_pools.0.start': 'no address', 'allocation_pools.0': 'order' };
  expect(rowErrors(draft, marks)).toEqual({
    dns: [undefined, 'no address'],
    pools: [
      { start: undefined, end: undefined, whole: undefined },
      { start: 'no address', end: undefined, whole: 'order' },
    ],
  });
});

it('only what was changed of a subnet is sent, so that pools make room for another gateway', () => {
  const before = { ...ipv4, gateway_ip: '10.0.0.1', allocation_pools: [{ start: '10.0.0.2', end: '10.0.0.254' }] };
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf({ ...before, gateway_ip: '10.0.0.254' }, before)).toEqual({ gateway_ip: '10.0.0.254' });
  expect(changesOf({ ...before, no_gateway: true }, before)).toEqual({ gateway_ip: null });
  expect(changesOf({ ...before, allocation_pools: [{ start: '', end: ' ' }] }, before)).toEqual({ allocation_pools: [] });
});
