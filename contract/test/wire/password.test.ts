import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPassword, passwordMeter } from '../../src/wire/password.ts';

const takes = (text: string): boolean => newPassword.safeParse(text).success;

describe('a new password', () => {
  it('a new password of 16 characters needs a letter and a digit [valid.password-16]', () => {
    expect(['abcdefghijklmno1', '123456789012345ö'].map(takes)).toEqual([true, true]);
    // 15 signs; no digit; no letter.
    expect(['abcdefghijklmn1', 'abcdefghijklmnop', '1234567890123456'].map(takes)).toEqual([false, false, false]);
  });

  it('a new password of 12 characters needs upper and lower case, a digit and a special character [valid.password-12]', () => {
    expect(['Abcdefgh1!xy', 'Äbcdefgh1 xy'].map(takes)).toEqual([true, true]);
    // No capital, no small letter, no digit, no special sign, 11 signs.
    for (const weak of ['abcdefgh1!xy', 'ABCDEFGH1!XY', 'Abcdefghi!xy', 'Abcdefgh12xy', 'Abcdefg1!xy'])
      expect(takes(weak), weak).toBe(false);
  });

  it('a new password passes exactly when one list of the meter is complete, and has at most 128 characters [choice.pattern-to-field]', () => {
    const signs = fc.constantFrom('a', 'b', 'A', '7', '!', ' ', 'é');
    fc.assert(
      fc.property(fc.array(signs, { maxLength: 20 }), (list) => {
        const text = list.join('');
        expect(takes(text)).toBe(passwordMeter(text).some((parts) => parts.every(({ there }) => there)));
      }),
    );
    expect([takes(`${'a'.repeat(127)}1`), takes(`${'a'.repeat(128)}1`)]).toEqual([true, false]);
  });
});
