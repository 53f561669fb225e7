import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { networkProblem } from '../../src/validation/cidr.ts';

describe('networkProblem', () => {
  it.each(['10.0.0.0/24', '10.0.0.1/32', '0.0.0.0/0', 'fd00::/64', '::/0', 'fd00::1/128', '10.0.0.128/25', 'FD00::/8'])(
    'the address of a network is taken: %s',
    (text) => {
      expect(networkProblem(text)).toBeUndefined();
    },
  );

  it('the address of a network has to be typed [valid.cidr-empty]', () => {
    expect([networkProblem(''), networkProblem('  ')]).toEqual([{ code: 'required' }, { code: 'required' }]);
  });

  it.each(['10.0.0/24', '10.0.0.0', '10.0.0.0/33', 'fd00::/129', 'web', '10.0.0.0/24 ', '10.0.0.0/08'])(
    'the address of a network has the form of one: not %s [valid.cidr-invalid]',
    (text) => {
      expect(networkProblem(text)).toEqual({ code: 'cidr' });
    },
  );

  it.each([
    ['10.0.0.5/24', '10.0.0.0', 24],
    ['192.168.255.255/17', '192.168.128.0', 17],
    ['10.0.0.1/0', '0.0.0.0', 0],
    ['10.0.0.3/31', '10.0.0.2', 31],
    ['fd00::1/64', 'fd00::', 64],
    ['fd00:0:0:ffff::/61', 'fd00:0:0:fff8::', 61],
  ])('the address of a network is its first: for %s it is %s [valid.cidr-network]', (text, network, length) => {
    expect(networkProblem(text)).toEqual({ code: 'cidr_network', params: { network, length } });
  });

  it('the network that a refusal proposes in place of a wrong one is taken', () => {
    const ips = fc.oneof(fc.tuple(fc.ipV4(), fc.integer({ min: 0, max: 32 })), fc.tuple(fc.ipV6(), fc.integer({ min: 0, max: 128 })));
    fc.assert(
      fc.property(ips, ([ip, length]) => {
        const problem = networkProblem(`${ip}/${length}`);
        if (problem === undefined) return;
        expect(problem).toEqual({ code: 'cidr_network', params: { network: expect.any(String) as string, length } });
        expect(networkProblem(`${String(problem.params?.['network'])}/${length}`)).toBeUndefined();
      }),
    );
  });
});
