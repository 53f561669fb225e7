import i18next from 'i18next';
import { formatWait } from '../../ui/show/format-wait.ts';

/** Some of `count` things by name, ` (a, b, …)`; nothing where none may be named. */
function inBrackets(names: unknown, _language: string | undefined, { count }: Readonly<Record<string, unknown>>): string {
  if (typeof names !== 'string' || names === '') return '';
  return ` (${names}${typeof count === 'number' && names.split(', ').length < count ? ', …' : ''})`;
}

/**
 * What texts can ask for beside i18next's own formats: `{{seconds, wait}}` is `in 5 minutes`, `{{names, named}}` is ` (a, b, …)`. To be called once languages have started.
 */
export function addFormats(): void {
  i18next.services.formatter?.add('wait', (seconds: number, language) => formatWait(seconds, language ?? i18next.language));
  i18next.services.formatter?.add('named', inBrackets);
}
