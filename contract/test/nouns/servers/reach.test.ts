import { describe, expect, it } from 'vitest';
import { isPlan, planReach, type Ground } from '../../../src/nouns/servers/reach.ts';

const OUTSIDE = 'public';
const rule = { id: 'rule', ethertype: 'IPv4', remote_group_id: null, remote_ip_prefix: null } as const;
const ssh = { ...rule, direction: 'ingress', protocol: 'tcp', port_range_min: 22, port_range_max: 22 } as const;
const subnet = {
  id: 'subnet',
  name: null,
  ip_version: 4,
  cidr: '10.0.0.0/24',
  gateway_ip: '10.0.0.1',
  allocation_pools: [],
  dns_nameservers: [],
  enable_dhcp: true,
  ipv6_ra_mode: null,
  ipv6_address_mode: null,
} as const;
const network = { id: 'net', rbac_policies: [], subnets: [{ ...subnet, allocation_pools: [], dns_nameservers: [] }] };
const gateway = (id: string) => ({ network_id: id, network_name: id, external_fixed_ips: [], enable_snat: true });
const inside = (networkId: string, subnetId: string) => ({
  port_id: 'port',
  network_id: networkId,
  network_name: null,
  fixed_ips: [{ subnet_id: subnetId, ip_address: '10.0.0.1' }],
  status: 'ACTIVE',
});
const router = (name: string, leads: string | null, ...networks: string[]) => ({
  id: name,
  name,
  external_gateway_info: leads === null ? null : gateway(leads),
  interfaces_info: networks.map((id) => inside(id, id === 'net' ? 'subnet' : `subnet of ${id}`)),
});
const plan = (ground: Partial<Ground> = {}) =>
  planReach({
    outside: OUTSIDE,
    network,
    groupIds: undefined,
    isProtected: true,
    networks: [network],
    routers: [],
    groups: [{ id: 'own', name: 'default', security_group_rules: [] }],
    floatingIps: [],
    ...ground,
  });

describe('what a server needs to be reached', () => {
  it('to be reached, a server without anything needs a network, a router, a rule and a floating IP', () => {
    const taken = { subnets: [{ ...network.subnets[0]!, cidr: '192.168.0.0/24' }] };
    expect(plan({ network: undefined, networks: [taken] })).toEqual({
      network: { cidr: '192.168.1.0/24' },
      subnetId: null,
      way: { make: true },
      groups: ['own', null],
      floating: null,
    });
  });

  it('a server needs nothing more to be reached where a router leads out, SSH is open and a floating IP is free', () => {
    const groups = [{ id: 'own', name: 'default', security_group_rules: [ssh] }];
    const floatingIps = [
      { id: 'used', floating_ip_address: '203.0.113.7', floating_network_id: OUTSIDE, port_id: 'port' },
      { id: 'other', floating_ip_address: '198.51.100.8', floating_network_id: 'elsewhere', port_id: null },
      { id: 'free', floating_ip_address: '203.0.113.9', floating_network_id: OUTSIDE, port_id: null },
    ];
    expect(plan({ routers: [router('edge', OUTSIDE, 'net')], groups, floatingIps })).toEqual({
      network: null,
      subnetId: 'subnet',
      way: null,
      groups: null,
      floating: { id: 'free', address: '203.0.113.9' },
    });
  });

  it('connects a server to a router that leads out unless networks overlap, or gives its own router a gateway', () => {
    const other = { subnets: [{ ...network.subnets[0]!, id: 'subnet of far', cidr: '10.0.0.0/16' }] };
    const away = { subnets: [{ ...network.subnets[0]!, id: 'subnet of far', cidr: '10.1.0.0/16' }] };
    const far = router('edge', OUTSIDE, 'far');
    expect(plan({ routers: [far], networks: [network, away] })).toMatchObject({ way: { connect: 'edge' } });
    expect(plan({ routers: [far], networks: [network, other] })).toMatchObject({ way: { make: true } });
    expect(plan({ routers: [router('closed', null, 'net')] })).toMatchObject({ way: { gateway: 'closed' } });
  });

  it('to be reached, a server needs a router in the subnet of its address, not in another subnet of its network', () => {
    const second = { ...network.subnets[0]!, id: 'subnet of second', cidr: '10.9.0.0/24' };
    const both = { ...network, subnets: [...network.subnets, second] };
    const beside = { ...router('edge', OUTSIDE), interfaces_info: [inside('net', second.id)] };
    const other = { network: both, networks: [both], routers: [beside] };
    expect(plan(other)).toMatchObject({ way: { make: true }, subnetId: 'subnet' });
    const six = { ...network.subnets[0]!, id: 'six', ip_version: 6 as const, cidr: 'fd00::/64', gateway_ip: 'fd00::1' };
    const dual = { ...network, subnets: [six, ...network.subnets] };
    expect(plan({ network: dual, networks: [dual] })).toMatchObject({ way: { make: true }, subnetId: 'subnet' });
  });

  it('a server cannot be reached where its router leads elsewhere, or where no IPv4 address could lead out', () => {
    expect(plan({ routers: [router('edge', 'partner', 'net')] })).toEqual({
      code: 'reach_elsewhere',
      params: { router: 'edge', network: 'partner' },
    });
    expect(plan({ network: { ...network, subnets: [] } })).toEqual({ code: 'reach_no_ipv4', params: {} });
  });

  it('plans no router in a foreign network and no security group for an unprotected interface', () => {
    const planned = plan({ network: { ...network, rbac_policies: null }, isProtected: false });
    expect(isPlan(planned) && [planned.way, planned.groups]).toEqual([null, null]);
  });

  it('a plan to reach a server reuses the SSH group made before, beside the groups that are chosen', () => {
    const groups = [
      { id: 'web', name: 'web', security_group_rules: [{ ...ssh, port_range_min: 443, port_range_max: 443 }] },
      { id: 'made', name: 'ssh', security_group_rules: [ssh] },
    ];
    expect(plan({ groups, groupIds: ['web'] })).toMatchObject({ groups: ['web', 'made'] });
  });
});
