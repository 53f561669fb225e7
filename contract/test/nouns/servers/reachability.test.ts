import { expect, it } from 'vitest';
import { reachabilityOf, type Gap, type Place } from '../../../src/nouns/servers/reachability.ts';
import type { SecurityGroupRule } from '../../../src/nouns/security-groups/entity.ts';

const router = (outside: string | null) => ({
  name: 'edge',
  external_gateway_info:
    outside === null ? null : { network_id: outside, network_name: outside, external_fixed_ips: [], enable_snat: true },
  interfaces_info: [
    { port_id: 'p', network_id: 'n', network_name: 'inner', fixed_ips: [{ subnet_id: 'sub', ip_address: '10.0.0.1' }], status: 'ACTIVE' },
  ],
});
const floating = (fixed = '10.0.0.5', outside = 'public') => ({
  id: 'f',
  floating_ip_address: '203.0.113.9',
  floating_network_id: outside,
  fixed_ip_address: fixed,
  attachment: { object_id: 's', object_name: null, device_owner: 'compute:nova' },
});
const letting = (prefix: string | null, ethertype = 'IPv4') => ({
  id: 'g',
  security_group_rules: [
    {
      id: 'r',
      direction: 'ingress',
      ethertype,
      protocol: 'tcp',
      port_range_min: 22,
      port_range_max: 22,
      remote_ip_prefix: prefix,
      remote_group_id: null,
    } as SecurityGroupRule,
  ],
});
const network = { name: 'inner', rbac_policies: [], router_external: false, subnets: [{ id: 'sub', cidr: '10.0.0.0/24' }] };
type Here = Place<ReturnType<typeof router>, ReturnType<typeof floating>>;
const place = (change: Partial<Here>): Here => ({
  serverId: 's',
  ips: ['10.0.0.5'],
  isProtected: true,
  network,
  routers: [router('public')],
  floatingIps: [floating()],
  groups: [letting(null)],
  ...change,
});

it.each<[string, Partial<Here>, Gap[]]>([
  ['nothing where all is there', {}, []],
  ['a floating IP', { floatingIps: [] }, ['floating']],
  ['one of its own where that of another interface is there', { floatingIps: [floating('10.0.0.6')] }, ['floating']],
  ['router and floating IP where there is neither', { routers: [], floatingIps: [] }, ['floating', 'router']],
  ['the gateway of its router', { routers: [router(null)], floatingIps: [] }, ['floating', 'gateway']],
  ['the right gateway where the floating IP is of another network', { routers: [router('else')] }, ['elsewhere']],
  ['nothing where one of two routers leads there', { routers: [router(null), router('public')] }, []],
  ['an open port', { groups: [] }, ['closed']],
  ['one that is open to anybody, not to some', { groups: [letting('198.51.100.0/24')] }, ['closed']],
  ['one that is open over IPv4', { groups: [letting(null, 'IPv6')] }, ['closed']],
  ['nothing where no group protects it', { groups: [], isProtected: false }, []],
  ['an IPv4 address', { ips: [], floatingIps: [] }, ['ipv4']],
  [
    'neither router nor floating IP in a network outside',
    { network: { ...network, router_external: true }, routers: [], floatingIps: [] },
    [],
  ],
  ['no router that is not the caller’s to see', { network: { ...network, rbac_policies: null }, routers: [] }, []],
])('an interface lacks %s to be reached from outside', (_, change, gaps) => {
  expect(reachabilityOf(place(change)).gaps).toEqual(gaps);
});

it('an interface with several addresses is reached at the one that a floating IP leads to', () => {
  const { ip, floating: found, router: through } = reachabilityOf(place({ ips: ['10.0.0.4', '10.0.0.5'] }));
  expect([ip, found?.id, through?.name]).toEqual(['10.0.0.5', 'f', 'edge']);
});
