import type { FormatterModule } from 'i18next';
import { numberFormat } from '../../ui/format.ts';
import { formatWait } from '../../ui/show/format-wait.ts';

/** Some of `count` things by name, ` (a, b, …)`; nothing where none may be named. */
function inBrackets(names: unknown, count: unknown): string {
  if (typeof names !== 'string' || names === '') return '';
  return ` (${names}${typeof count === 'number' && names.split(', ').length < count ? ', …' : ''})`;
}

const nothing = (): void => undefined;

/**
 * How values stand in texts: `{{seconds, wait}}` is `in 5 minutes`, `{{names, named}}` is ` (a, b, …)`, and every number is grouped as the
 * language does it, `2,000`; not where a text goes in as it is (`AS_IT_IS`), to be typed or sent. To be used with `alwaysFormat`.
 */
export const formatter: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value: unknown, format, language = 'en', options) => {
    if (format === 'wait') return formatWait(Number(value), language);
    if (format === 'named') return inBrackets(value, options?.['count']);
    if (typeof value !== 'number' || options?.interpolation?.escapeValue === false) return value as string;
    return numberFormat(language).format(value);
  },
};
