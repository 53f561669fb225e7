import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPACITY_HOURS, forecastOf, OUTLOOK_DAYS, TREND_HOURS } from '../../../src/nouns/capacity/trend.ts';

/** Hours of a line: begins with a value and gains so much an hour. */
const line = (from: number, anHour: number, hours = 49): number[] => Array.from({ length: hours }, (_, hour) => from + hour * anHour);

describe('the trend of a capacity', () => {
  it.each([
    ['nothing was measured', [], 100, 'collecting'],
    ['the figures span less than a day', line(10, 1, TREND_HOURS), 100, 'collecting'],
    ['there is no limit', line(10, 1), null, 'unlimited'],
    ['nothing is left, however short it was looked at', [100], 100, 'full'],
    ['nothing changes', line(10, 0), 100, 'steady'],
    ['it becomes less', line(50, -0.1), 100, 'shrinking'],
    ['it grows up to the limit within a year', line(10, 0.5), 100, 'fills'],
    ['it grows, and a year is not enough', line(10, 0.001), 100, 'later'],
  ] as const)('a trend says how it goes on where %s', (_, used, limit, outlook) => {
    expect(forecastOf(used, limit).outlook).toBe(outlook);
  });

  it('a trend tells the days that are left by what is left now and is added in a day', () => {
    const { days, trend } = forecastOf(line(10, 0.5), 100);
    expect(trend?.per_day).toBeCloseTo(12);
    expect([trend?.from, trend?.to].map((value) => Math.round(value ?? 0))).toEqual([10, 34]);
    expect(days).toBeCloseTo((100 - 34) / 12);
  });

  it('a trend is the line with the least squares through figures that have gaps', () => {
    const used = line(10, 1).map((value, hour) => (hour % 3 === 1 ? null : value));
    expect(forecastOf(used, null).trend?.per_day).toBeCloseTo(24);
    // by hand: hours 0, 12, 24 with 0, 6, 3 have the slope 3/24
    const three = Array.from({ length: 25 }, (_, hour) => (hour === 0 ? 0 : hour === 12 ? 6 : hour === 24 ? 3 : null));
    expect(forecastOf(three, null).trend).toEqual({ from: 1.5, to: 4.5, per_day: 3 });
  });

  it('a trend names a day only between now and in a year, whatever was measured', () => {
    const figure = fc.option(fc.integer({ min: 0, max: 1e12 }));
    fc.assert(
      fc.property(fc.array(figure, { maxLength: CAPACITY_HOURS }), fc.option(fc.integer({ min: 0, max: 1e12 })), (used, limit) => {
        const { days, outlook } = forecastOf(used, limit);
        expect(days !== null).toBe(outlook === 'fills');
        expect(days ?? 0).toBeGreaterThanOrEqual(0);
        expect(days ?? 0).toBeLessThanOrEqual(OUTLOOK_DAYS);
      }),
    );
  });
});
