/** New passwords (S0 §5, decision I1): either of two patterns passes. What somebody has already still signs in. */
import { z } from 'zod';
import { patterned } from './patterned.ts';
import { secret } from './secret.ts';

const has = {
  length_16: (text: string) => text.length >= 16,
  length_12: (text: string) => text.length >= 12,
  letter: (text: string) => /\p{L}/u.test(text),
  upper: (text: string) => /\p{Lu}/u.test(text),
  lower: (text: string) => /\p{Ll}/u.test(text),
  digit: (text: string) => /\d/.test(text),
  special: (text: string) => /[^\p{L}\d]/u.test(text),
} as const;

/** Something that a password may have. */
export type PasswordPart = keyof typeof has;

/** The two patterns, by what each asks for. */
const PASSWORD_PATTERNS = [
  ['length_16', 'letter', 'digit'],
  ['length_12', 'upper', 'lower', 'digit', 'special'],
] as const satisfies readonly (readonly PasswordPart[])[];

/** What each of the patterns asks for and whether the password has it, for a meter. */
export const passwordMeter = (text: string): { part: PasswordPart; there: boolean }[][] =>
  PASSWORD_PATTERNS.map((parts) => parts.map((part) => ({ part, there: has[part](text) })));

const isStrong = (text: string): boolean => passwordMeter(text).some((parts) => parts.every(({ there }) => there));

/** A password that is set: at most 128 signs. */
export const newPassword = secret(
  patterned(
    'new_password',
    z
      .string()
      .min(1, { error: 'required', abort: true })
      .max(128, { error: 'too_long', abort: true })
      .refine(isStrong, { error: 'password_weak' }),
  ),
);
