const STEPS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, in words of the language: `5 minutes ago`. */
export function formatAge(from: Date, now: Date, locale: string): string {
  const seconds = Math.max(0, Math.round((now.getTime() - from.getTime()) / 1000));
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-Math.floor(seconds / length), unit);
}

/** How long something still takes, rounded up, in words of the language: `in 5 minutes`. */
export function formatWait(seconds: number, locale: string): string {
  const [unit, length] = STEPS.find(([, size]) => seconds >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat(locale).format(Math.ceil(seconds / length), unit);
}
