import { describe, expect, it } from 'vitest';
import { privateNetworkBody, vlanNetworkBody } from '../../../src/nouns/networks/bodies.ts';

const taken = (schema: { safeParse(body: unknown): { success: boolean } }, body: object): boolean => schema.safeParse(body).success;

describe('a network takes', () => {
  it.each([
    [0, false],
    [1, true],
    [4094, true],
    [4095, false],
  ])('a network takes the VLAN id %s: %s [const.vlan-id]', (vlan_id, isTaken) => {
    expect(taken(vlanNetworkBody, { name: 'dmz', physical_network: 'physnet1', vlan_id })).toBe(isTaken);
  });

  it.each([
    [1499, false],
    [1500, true],
    [9000, true],
    [9001, false],
  ])('a network takes the MTU %s: %s [const.mtu]', (mtu, isTaken) => {
    expect(taken(privateNetworkBody, { name: 'inner', mtu })).toBe(isTaken);
  });
});
