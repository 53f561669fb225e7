import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconnectDelay } from '../../../../src/app/live/delays.ts';

describe('waiting before a reconnect', () => {
  it('the wait before a reconnect is nothing at first, then 1, 2 and 5 s', () => {
    expect([0, 1, 2, 3].map((tries) => reconnectDelay(tries, () => 0))).toEqual([0, 1_000, 2_000, 5_000]);
  });

  it('the wait before a reconnect never exceeds 30 s, nor falls below four fifths of its step or shrinks with more tries', () => {
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
