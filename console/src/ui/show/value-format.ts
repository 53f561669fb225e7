import type { StatUnit } from '@gantry/contract/nouns/servers/statistics';
import type { TFunction } from 'i18next';
import { numberFormat } from '../format.ts';
import { formatSize } from './format-size.ts';

/** How a value that is measured in a unit is written: `12.5 %`, `1.5 MiB/s`, `3 ms`. */
export function valueFormat(t: TFunction<'ui'>, unit: StatUnit, locale: string): (value: number) => string {
  const number = (value: number, options: Intl.NumberFormatOptions = {}) =>
    numberFormat(locale, { maximumFractionDigits: 1, ...options }).format(value);
  switch (unit) {
    case 'percent':
      return (value) => number(value / 100, { style: 'percent' });
    case 'bytes':
      return (value) => formatSize(value, locale);
    case 'bytes_per_second':
      return (value) => t('per-second', { value: formatSize(value, locale) });
    case 'per_second':
      return (value) => t('per-second', { value: number(value) });
    case 'seconds':
      return (value) => number(value * 1000, { style: 'unit', unit: 'millisecond', maximumFractionDigits: 2 });
  }
}
