import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SIZE_TIERS, sizeTier } from '../../../src/nouns/servers/sizes.ts';

describe('the size tier of a flavor', () => {
  it.each([
    ['tiny', 1, 512],
    ['small', 1, 513],
    ['small', 1, 2048],
    ['medium', 1, 2049],
    ['medium', 2, 512],
    ['medium', 2, 4096],
    ['large', 2, 4097],
    ['large', 3, 1024],
    ['large', 4, 8192],
    ['xlarge', 4, 8193],
    ['xlarge', 5, 512],
    ['xlarge', 8, 16_384],
    ['xlarge', 128, 4_194_304],
  ])(
    'the size tier of a flavor is %s for %i vCPU and %i MiB: the larger of both bounds decides [choice.size-tier-bounds]',
    (tier, vcpus, ram) => {
      expect(sizeTier({ vcpus, ram })).toBe(tier);
    },
  );

  it('the size tier never falls when a flavor grows, and always is one of the five', () => {
    const names = SIZE_TIERS.map(({ name }) => name);
    expect(names).toEqual(['tiny', 'small', 'medium', 'large', 'xlarge']);
    const amount = fc.nat({ max: 100_000 });
    fc.assert(
      fc.property(amount, amount, amount, amount, (vcpus, ram, moreVcpus, moreRam) => {
        const [before, after] = [sizeTier({ vcpus, ram }), sizeTier({ vcpus: vcpus + moreVcpus, ram: ram + moreRam })];
        expect(names.indexOf(after)).toBeGreaterThanOrEqual(names.indexOf(before));
      }),
    );
  });
});
