import i18next from 'i18next';
import { formatWait } from '../../ui/show/format-age.ts';

/** What texts can ask for beside i18next's own formats: `{{seconds, wait}}` is `in 5 minutes`. To be called once languages have started. */
export function addFormats(): void {
  i18next.services.formatter?.add('wait', (seconds: number, language) => formatWait(seconds, language ?? i18next.language));
}
