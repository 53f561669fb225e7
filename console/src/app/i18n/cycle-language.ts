import i18next from 'i18next';
import { notify } from '../notify/notices.ts';
import { activeLocale, changeLanguage } from './languages.ts';
import { settingsStore } from './settings.ts';

/** Whether people may choose among several languages (decision H4). */
export function mayChooseLanguage(): boolean {
  const { languages, languageChange } = settingsStore.get();
  return languageChange && languages.length > 1;
}

/** Changes to the language so many places further in the list, and tells which one that is. */
export async function cycleLanguage(step: 1 | -1): Promise<void> {
  const locales = settingsStore.get().languages.map(({ language }) => language);
  const next = locales.at((locales.indexOf(activeLocale()) + step) % locales.length);
  if (next === undefined) return;
  try {
    await changeLanguage(next);
    notify({ id: 'language', type: 'info', title: i18next.t(`language.${next}`) });
  } catch {
    notify({ id: 'language', type: 'error', title: i18next.t('language.failed') });
  }
}
