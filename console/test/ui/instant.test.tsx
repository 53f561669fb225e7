import { expect, it } from 'vitest';
import { parseInstant } from '../../src/ui/show/parse-instant.ts';

it('a text that is no point in time raises an invalid date error, and one that is becomes it [err.invalid-date]', () => {
  for (const text of ['abc', '', '2026-13-01T00:00:00Z', '2026-11-20T25:00:00Z'])
    expect(() => parseInstant(text), text).toThrow(/^Invalid date/);
  expect(parseInstant('2026-11-20T10:00:00Z').getTime()).toBe(1795168800000);
});
