import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';

/** Texts of the shared components themselves (`ui/texts`). Screens pass their own words as props. */
export const useUiText = () => useTranslation('ui');

const subscribe = (listener: () => void) => {
  i18next.on('languageChanged', listener);
  return () => i18next.off('languageChanged', listener);
};

/** The active language, for what formats and says no words: a cell of a table looks up no texts. */
export const useLanguage = (): string => useSyncExternalStore(subscribe, () => i18next.language);
