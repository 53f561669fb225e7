import { expect, it } from 'vitest';
import { subnetProblems } from '../../src/nouns/networks/subnet-rules.ts';
import { vpnProblems } from '../../src/nouns/vpn-connections/problems.ts';
import { newProblems } from '../../src/validation/new-problems.ts';

const told = (problems: { path: readonly (string | number)[]; code: string }[]): string[] =>
  problems.map(({ path, code }) => `${path.join('.')} ${code}`);

const vpn = { local_cidrs: ['10.0.0.0/24'], connected_cidrs: ['10.0.0.0/24', '10.0.1.0/24'], other_peer_cidrs: ['10.50.0.0/16'] };

it.each([
  ['in which no host is', '169.254.0.0/16', 'cidr_link_local'],
  ['that overlaps a local one', '10.0.1.0/24', 'vpn_ranges_overlap'],
  ['of another connection', '10.50.7.0/24', 'vpn_range_taken'],
  ['of another IP version', 'fd00::/64', 'vpn_ip_versions'],
])('a remote range %s that a VPN connection has is no reason to refuse others, and a new one is', (_, odd, code) => {
  const was = { ...vpn, peer_cidrs: [odd] };
  expect(told(newProblems(vpnProblems, { ...vpn, peer_cidrs: [odd] }, was))).toEqual([]);
  const free = code === 'vpn_ip_versions' ? 'fd01::/64' : '10.60.0.0/16';
  expect(told(newProblems(vpnProblems, { ...was, local_cidrs: [], peer_cidrs: [free, odd] }, { ...was, local_cidrs: [] }))).toEqual([]);
  expect(told(newProblems(vpnProblems, { ...vpn, peer_cidrs: ['10.60.0.0/16', odd] }, { ...vpn, peer_cidrs: ['10.60.0.0/16'] }))).toEqual([
    `peer_cidrs.1 ${code}`,
  ]);
  expect(told(newProblems(vpnProblems, was, undefined))).toEqual([`peer_cidrs.0 ${code}`]);
});

it('a new local range of a VPN connection is judged beside the remote ranges that it has', () => {
  const was = { local_cidrs: ['10.0.0.0/24'], peer_cidrs: ['10.70.0.0/16', '10.70.1.0/24'] };
  expect(told(newProblems(vpnProblems, { ...was, local_cidrs: ['10.0.0.0/24', '10.70.1.0/25'] }, was))).toEqual([
    'peer_cidrs.0 vpn_ranges_overlap',
    'peer_cidrs.1 vpn_ranges_overlap',
  ]);
  expect(told(newProblems(vpnProblems, { ...was, local_cidrs: ['10.1.0.0/24'] }, was))).toEqual([]);
});

const pool = (first: number, last: number) => ({ start: `10.0.0.${first}`, end: `10.0.0.${last}` });
const outside = { end: '10.9.0.9', start: '10.9.0.5' };
const subnet = { cidr: '10.0.0.0/24', gateway_ip: '10.8.0.1', allocation_pools: [outside, pool(10, 20)] };

it.each([
  ['pools', { allocation_pools: [pool(30, 40), { start: '10.9.0.5', end: '10.9.0.9' }] }, []],
  ['pools', { allocation_pools: [outside, pool(10, 20), pool(15, 30)] }, ['allocation_pools.2 pool_overlap']],
  ['the gateway', { gateway_ip: '10.0.0.1' }, []],
  ['the gateway', { gateway_ip: '10.7.0.1' }, ['gateway_ip gateway_outside']],
  ['the gateway', { gateway_ip: '10.0.0.15' }, ['allocation_pools.1 pool_gateway']],
])('a change of %s of a subnet with an odd gateway and an odd pool is judged by what it brings: %j', (_, change, problems) => {
  expect(told(newProblems(subnetProblems, { ...subnet, ...change }, subnet))).toEqual(problems);
});
