import { entriesOf } from '@gantry/contract/wire/listed';
import type { FormatterModule } from 'i18next';
import { numberFormat } from '../../ui/format.ts';
import { formatWait } from '../../ui/show/format-wait.ts';

/** How names are listed in brackets where that differs from ` (a, b)`. */
const BRACKETS: Readonly<Record<string, { before: string; between: string; after: string }>> = {
  ar: { before: ' (', between: '، ', after: ')' },
  ja: { before: ' (', between: '、', after: ')' },
  zh: { before: '（', between: '、', after: '）' },
};

/** Some of `count` things by name, ` (a, b, …)` as the language writes it; nothing where none may be named. */
function inBrackets(names: unknown, count: unknown, language: string): string {
  if (typeof names !== 'string' || names === '') return '';
  const { before, between, after } = BRACKETS[language] ?? { before: ' (', between: ', ', after: ')' };
  const named = entriesOf(names);
  if (typeof count === 'number' && named.length < count) named.push('…');
  return before + named.join(between) + after;
}

const nothing = (): void => undefined;

/**
 * How values stand in texts: `{{seconds, wait}}` is `in 5 minutes`, `{{names, named}}` is ` (a, b, …)`, in Chinese `（a、b、…）`, and every number is grouped as the
 * language does it, `2,000`; not where a text goes in as it is (`AS_IT_IS`), to be typed or sent. To be used with `alwaysFormat`.
 */
export const formatter: FormatterModule = {
  type: 'formatter',
  init: nothing,
  add: nothing,
  addCached: nothing,
  format: (value: unknown, format, language = 'en', options) => {
    if (format === 'wait') return formatWait(Number(value), language);
    if (format === 'named') return inBrackets(value, options?.['count'], language);
    if (typeof value !== 'number' || options?.interpolation?.escapeValue === false) return value as string;
    return numberFormat(language).format(value);
  },
};
