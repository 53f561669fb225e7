import { isRightToLeft, isolated } from './direction.ts';

/** Formatters of a language, each made once: making one takes a thousand times as long as using it. */
const kept = new Map<string, unknown>();

function once<T>(name: string, locale: string, options: object, make: () => T): T {
  const key = `${name} ${locale} ${JSON.stringify(options)}`;
  let made = kept.get(key) as T | undefined;
  if (made === undefined) {
    made = make();
    kept.set(key, made);
  }
  return made;
}

export const numberFormat = (locale: string, options: Intl.NumberFormatOptions = {}): Intl.NumberFormat =>
  once('number', locale, options, () => new Intl.NumberFormat(locale, options));

export const dateFormat = (locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
  once('date', locale, options, () => new Intl.DateTimeFormat(locale, options));

export const relativeFormat = (locale: string, options: Intl.RelativeTimeFormatOptions = {}): Intl.RelativeTimeFormat =>
  once('relative', locale, options, () => new Intl.RelativeTimeFormat(locale, options));

/** Of names and other short texts: `a, b and c`, each in its own direction. */
export const listFormat = (locale: string, options: Intl.ListFormatOptions = {}): Pick<Intl.ListFormat, 'format'> =>
  once('list', locale, options, () => {
    const list = new Intl.ListFormat(locale, options);
    return isRightToLeft(locale) ? { format: (parts) => list.format([...parts].map((part) => isolated(part, locale))) } : list;
  });
