import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isHostIn } from '../../src/validation/cidr.ts';

describe('an address in a subnet', () => {
  it.each([
    ['10.0.0.0/24', '10.0.0.1', true],
    ['10.0.0.0/24', '10.0.0.254', true],
    ['10.0.0.0/24', '10.0.1.1', false],
    ['10.0.0.0/24', '10.0.0.0', false],
    ['10.0.0.0/24', '10.0.0.255', false],
    ['10.20.0.0/19', '10.20.31.254', true],
    ['10.20.0.0/19', '10.20.32.1', false],
    ['10.0.0.4/31', '10.0.0.4', true],
    ['10.0.0.4/31', '10.0.0.5', true],
    ['10.0.0.4/32', '10.0.0.4', true],
    ['0.0.0.0/0', '203.0.113.9', true],
    ['2001:db8::/64', '2001:db8::1', true],
    ['2001:db8::/64', '2001:DB8:0:0:ffff::', true],
    ['2001:db8::/64', '2001:db8:0:1::1', false],
    ['::ffff:0:0/96', '::ffff:10.0.0.1', true],
    ['2001:db8::/64', '10.0.0.1', false],
    ['10.0.0.0/24', '::1', false],
  ])('the subnet %s has the host address %s: %s', (cidr, ip, expected) => {
    expect(isHostIn(cidr, ip)).toBe(expected);
  });

  it('a text that is no address is in no subnet, and a text that is no subnet has no address', () => {
    const wrong = ['', '10.0.0', '10.0.0.256', '10.0.0.1.1', '1::2::3', ':::', '12345::', 'g::', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7::8:9'];
    for (const ip of wrong) for (const cidr of ['0.0.0.0/0', '::/0']) expect(isHostIn(cidr, ip), ip).toBe(false);
    for (const cidr of ['', '10.0.0.0', '10.0.0.0/33', '10.0.0.0/x', '::/129']) expect(isHostIn(cidr, '10.0.0.1'), cidr).toBe(false);
    expect(() => fc.assert(fc.property(fc.string(), fc.string(), (cidr, ip) => typeof isHostIn(cidr, ip) === 'boolean'))).not.toThrow();
  });

  it('an address is inside the subnet that its own first bits make', () => {
    fc.assert(
      fc.property(fc.ipV6(), fc.integer({ min: 0, max: 128 }), (ip, prefix) => {
        expect(isHostIn(`${ip}/${prefix}`, ip)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.ipV4(), fc.constantFrom(31, 32), (ip, prefix) => {
        expect(isHostIn(`${ip}/${prefix}`, ip)).toBe(true);
      }),
    );
  });
});
