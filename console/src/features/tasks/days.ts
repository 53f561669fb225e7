import { formatPeriod } from '@gantry/contract/wire/query';
import type { TFunction } from 'i18next';
import { dateFormat } from '../../ui/format.ts';

/** Days that the filter offers: today and those before. */
const DAYS = 7;

/** The day of the screen's own time zone that was so many days before another. */
const dayBefore = (now: Date, days: number): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);

const isDay = (text: string): boolean => text.includes('/');

interface Option {
  value: string;
  label: string;
}

/** The last days as values of a filter by time, and those that an address names, such as one that was kept. */
export function dayOptions(t: TFunction<'tasks'>, locale: string, now: Date, chosen: readonly string[]): Option[] {
  const named = dateFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  const offered = Array.from({ length: DAYS }, (_, days) => {
    const from = dayBefore(now, days);
    const label = days === 0 ? t('since.today') : days === 1 ? t('since.yesterday') : named.format(from);
    return { value: formatPeriod({ from: from.getTime(), to: dayBefore(now, days - 1).getTime() }), label };
  });
  const known = new Set(offered.map(({ value }) => value));
  const range = dateFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const others = chosen.filter((value) => isDay(value) && !known.has(value));
  return [...offered, ...others.flatMap((value) => rangeOption(value, range))];
}

function rangeOption(value: string, format: Intl.DateTimeFormat): Option[] {
  const [from = Number.NaN, to = Number.NaN] = value.split('/').map((end) => Date.parse(end));
  return Number.isNaN(from) || Number.isNaN(to) ? [] : [{ value, label: format.formatRange(from, to) }];
}
