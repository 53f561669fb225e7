import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconnectDelay } from '../../../../src/app/live/delays.ts';

describe('waiting before a reconnect', () => {
  it('is nothing at first, then 1, 2 and 5 s', () => {
    expect([0, 1, 2, 3].map((tries) => reconnectDelay(tries, () => 0))).toEqual([0, 1_000, 2_000, 5_000]);
  });

  it('never exceeds 30 s, never falls below four fifths of its step, and never shrinks with more tries', () => {
    const random = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });
    fc.assert(
      fc.property(fc.nat(1_000), random, (tries, chance) => {
        const most = reconnectDelay(tries, () => 0);
        const delay = reconnectDelay(tries, () => chance);
        expect(delay).toBeLessThanOrEqual(30_000);
        expect(delay).toBeGreaterThanOrEqual(Math.floor(most * 0.8));
        expect(reconnectDelay(tries + 1, () => 0)).toBeGreaterThanOrEqual(most);
      }),
    );
  });
});
