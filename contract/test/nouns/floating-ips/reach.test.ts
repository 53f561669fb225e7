import { expect, it } from 'vitest';
import { findRouterTo, missingFor, type Target } from '../../../src/nouns/floating-ips/reach.ts';

const gateway = (network: string | null) => ({
  name: 'edge',
  external_gateway_info:
    network === null ? null : { network_id: network, network_name: `${network}-name`, external_fixed_ips: [], enable_snat: true },
  interfaces_info: [
    { port_id: 'p', network_id: 'n', network_name: 'inner', fixed_ips: [{ subnet_id: 'sub', ip_address: '10.0.0.1' }], status: 'ACTIVE' },
  ],
});
const leading = (outside: string, fixed: string) => ({
  id: 'other',
  floating_ip_address: '203.0.113.9',
  floating_network_id: outside,
  fixed_ip_address: fixed,
  attachment: { object_id: 's', object_name: null, device_owner: 'compute:nova' },
});
const target = (change: Partial<Target>): Target => ({
  serverId: 's',
  ip: '10.0.0.5',
  network: {
    name: 'inner',
    rbac_policies: [],
    subnets: [
      { id: 'sub', cidr: '10.0.0.0/24' },
      { id: 'far', cidr: '10.1.0.0/24' },
    ],
  },
  routers: [gateway('outside')],
  others: [],
  ...change,
});

it.each<[string, Partial<Target>, ReturnType<typeof missingFor>]>([
  ['nothing where a router leads out', {}, undefined],
  ['a router of the subnet', { routers: [] }, { what: 'router', params: { network: 'inner' } }],
  ['one of this subnet, not of another of the network', { ip: '10.1.0.5' }, { what: 'router', params: { network: 'inner' } }],
  ['the way out of the router', { routers: [gateway(null)] }, { what: 'gateway', params: { router: 'edge' } }],
  ['the right way out', { routers: [gateway('else')] }, { what: 'elsewhere', params: { router: 'edge', network: 'else-name' } }],
  ['nothing where one of two routers leads there', { routers: [gateway('else'), gateway('outside')] }, undefined],
  ['an address without a floating IP', { others: [leading('outside', '10.0.0.5')] }, { what: 'taken', params: { address: '203.0.113.9' } }],
  ['nothing where it is one of another network', { others: [leading('else', '10.0.0.5')] }, undefined],
  [
    'nothing that can be said of a network of somebody else',
    { network: { name: 'theirs', rbac_policies: null, subnets: [] }, routers: [] },
    undefined,
  ],
])('for a floating IP to lead to an interface there lacks %s', (_, change, expected) => {
  expect(missingFor(target(change), 'outside')).toEqual(expected);
});

it('an address that two interfaces of a server have in two networks takes a floating IP at each', () => {
  const others = [{ ...leading('outside', '10.0.0.5'), port_id: 'first' }];
  expect(missingFor(target({ others, portId: 'second' }), 'outside')).toBeUndefined();
  expect(missingFor(target({ others, portId: 'first' }), 'outside')?.what).toBe('taken');
});

it('the router to an address is found, unless what stands around it is not seen', () => {
  const routers = [gateway('else'), gateway('outside')];
  expect(findRouterTo(target({ routers }), 'outside')).toEqual({ router: routers[1] });
  expect(findRouterTo(target({ network: undefined }), 'outside')).toBeNull();
});

it('a floating IP does not stand in its own way', () => {
  expect(missingFor(target({ others: [leading('outside', '10.0.0.5')] }), 'outside', 'other')).toBeUndefined();
});
