import { expect, it } from 'vitest';
import { vpnConnectionBody, vpnConnectionUpdateBody } from '../../src/nouns/vpn-connections/bodies.ts';

const BODY = {
  name: 'branch',
  router_id: 'router',
  local_subnet_ids: ['subnet'],
  peer_address: '203.0.113.10',
  psk: 'w7Rk2-pQ9zL_4mXc',
  ike_policy: { name: 'branch' },
  ipsec_policy: { name: 'branch' },
};

it.each([
  [['10.200.0.0/16', 'abc'], [['peer_cidrs', 1]]],
  [
    ['x', '10.0.0.0/33'],
    [
      ['peer_cidrs', 0],
      ['peer_cidrs', 1],
    ],
  ],
])('refuses remote ranges %j of a VPN connection that are no networks, each at its place', (peer_cidrs, places) => {
  for (const found of [vpnConnectionBody.safeParse({ ...BODY, peer_cidrs }), vpnConnectionUpdateBody.safeParse({ peer_cidrs })])
    expect(found.error?.issues.map(({ path, message }) => [path, message])).toEqual(places.map((path) => [path, 'cidr']));
});

it.each([
  [59, false],
  [60, true],
  [2_147_483_647, true],
  [2_147_483_648, false],
])('a lifetime of %i seconds of a VPN policy is taken: %s [choice.constants-60-intmax]', (lifetime, isTaken) => {
  for (const policy of ['ike_policy', 'ipsec_policy'] as const) {
    const body = { ...BODY, peer_cidrs: ['10.200.0.0/16'], [policy]: { name: 'branch', lifetime } };
    expect(vpnConnectionBody.safeParse(body).error?.issues.map(({ path }) => path) ?? []).toEqual(isTaken ? [] : [[policy, 'lifetime']]);
  }
});
