import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIpv4, hostRanges, parseIpv4, prefixFor, rangeOf } from '../../../../src/nouns/networks/embedded/ipv4.ts';

const address = fc.integer({ min: 0, max: 2 ** 32 - 1 });

describe('IPv4 arithmetic', () => {
  it('writes and reads every IPv4 address', () => {
    fc.assert(fc.property(address, (value) => parseIpv4(formatIpv4(value)) === value));
    expect(parseIpv4('10.0.0.1')).toBe(167_772_161);
  });

  it.each(['10.0.0', '10.0.0.256', '10.0.0.1.2', 'a.b.c.d', '', '10.0.0.-1'])('refuses %j as an IPv4 address', (text) => {
    expect(() => parseIpv4(text)).toThrow(TypeError);
  });

  it('finds the first and last address of a network', () => {
    expect(rangeOf('10.1.2.3/24')).toEqual({ start: parseIpv4('10.1.2.0'), end: parseIpv4('10.1.2.255') });
    expect(rangeOf('10.1.2.3/32')).toEqual({ start: parseIpv4('10.1.2.3'), end: parseIpv4('10.1.2.3') });
    expect(() => rangeOf('10.0.0.0/33')).toThrow(TypeError);
    expect(() => rangeOf('10.0.0.0')).toThrow(TypeError);
  });

  it('the ranges for servers leave out network, broadcast and gateway address of a subnet', () => {
    const property = fc.property(address, fc.integer({ min: 8, max: 30 }), fc.nat(), (base, prefix, pick) => {
      const cidr = `${formatIpv4(base)}/${prefix}`;
      const { start, end } = rangeOf(cidr);
      const gateway = start + (pick % (end - start + 1));
      const usable = hostRanges(cidr, formatIpv4(gateway));
      const holds = (value: number) => usable.some((range) => value >= range.start && value <= range.end);
      const size = usable.reduce((sum, range) => sum + range.end - range.start + 1, 0);
      const inside = gateway > start && gateway < end;
      return !holds(start) && !holds(end) && !holds(gateway) && size === end - start - 1 - (inside ? 1 : 0);
    });
    fc.assert(property);
    expect(hostRanges('10.0.0.0/31', null)).toEqual([]);
  });

  it('chooses a network with room for the servers, and none larger than needed', () => {
    expect([prefixFor(0), prefixFor(253), prefixFor(254), prefixFor(150_000)]).toEqual([24, 24, 23, 14]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), (hosts) => {
        const prefix = prefixFor(hosts);
        return 2 ** (32 - prefix) - 3 >= hosts && (prefix === 24 || 2 ** (31 - prefix) - 3 < hosts);
      }),
    );
  });
});
