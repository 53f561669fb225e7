import { dateFormat, numberFormat, relativeFormat } from '../format.ts';
import { STEPS } from './format-wait.ts';

/** Days after which a date says more than an age. */
const DAYS = 30;

const secondsBetween = (from: Date, now: Date): number => Math.max(0, Math.round((now.getTime() - from.getTime()) / 1000));

function agePart(seconds: number) {
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return [-Math.floor(seconds / length), unit] as const;
}

/** How long ago something was, in words of the language: `5 minutes ago`. */
export const formatAge = (from: Date, now: Date, locale: string): string =>
  relativeFormat(locale, { numeric: 'auto' }).format(...agePart(secondsBetween(from, now)));

/** The same for a column, short: `5 min. ago`; seconds are now, and what is older than a month has a date. */
export function formatAgo(from: Date, now: Date, locale: string): string {
  const seconds = secondsBetween(from, now);
  if (seconds >= DAYS * 86_400) return dateFormat(locale, { dateStyle: 'medium' }).format(from);
  const [amount, unit] = seconds < 60 ? ([0, 'second'] as const) : agePart(seconds);
  return relativeFormat(locale, { numeric: 'auto', style: 'short' }).format(amount, unit);
}

/** How long something took, in its two largest units: `2 min 5 sec`. */
export function formatDuration(seconds: number, locale: string): string {
  const parts = [...STEPS, ['second', 1] as const].reduce<{ left: number; words: string[] }>(
    ({ left, words }, [unit, length]) => {
      const amount = Math.floor(left / length);
      if (words.length === 2 || (amount === 0 && (words.length > 0 || unit !== 'second'))) return { left: left % length, words };
      return { left: left % length, words: [...words, numberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(amount)] };
    },
    { left: Math.round(seconds), words: [] },
  );
  return parts.words.join(' ');
}
