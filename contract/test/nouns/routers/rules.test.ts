import { expect, it } from 'vitest';
import { isGatewayReplaceable } from '../../../src/nouns/routers/rules.ts';

const through = (network: string | null) => ({
  external_gateway_info:
    network === null ? null : { network_id: network, network_name: network, external_fixed_ips: [], enable_snat: true },
});
const IN_USE = { code: 'router_gateway_in_use' };

it.each([
  ['is removed without floating IPs', 'public', null, 0, true],
  ['is replaced without floating IPs', 'public', 'partner', 0, true],
  ['is removed with one floating IP', 'public', null, 1, IN_USE],
  ['is replaced with floating IPs', 'public', 'partner', 3, IN_USE],
  ['keeps its network', 'public', 'public', 3, true],
  ['is set where there was none', null, 'public', 0, true],
  ['stays away', null, null, 0, true],
] as const)('the rule of a gateway says whether it can change: one that %s', (_, before, networkId, floatingIps, verdict) => {
  expect(isGatewayReplaceable(through(before), { networkId, floatingIps })).toEqual(verdict);
});
