import { relativeFormat } from '../format.ts';

/** Units of time that are told, the largest first, in seconds. */
export const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long something still takes, rounded up, in words of the language: `in 5 minutes`. */
export function formatWait(seconds: number, locale: string): string {
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return relativeFormat(locale).format(Math.ceil(seconds / length), unit);
}
