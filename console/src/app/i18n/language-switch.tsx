import GlobeIcon from '@patternfly/react-icons/dist/esm/icons/globe-icon';
import type { Locale } from '@gantry/contract/constants';
import { useTranslation } from 'react-i18next';
import { notify } from '../notify/notices.ts';
import { ChoiceMenu } from '../shell/choice-menu.tsx';
import { activeLocale, changeLanguage, useLanguageChoice } from './languages.ts';

/** Languages by their own names. Not there where nothing can be chosen (decision H4). */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const locales = useLanguageChoice();
  if (locales.length === 0) return null;
  const choose = (locale: Locale) => {
    changeLanguage(locale).catch(() => notify({ type: 'error', title: t('language.failed') }));
  };
  return (
    <ChoiceMenu
      label={`${t('language.label')}: ${t(`language.${activeLocale()}`)}`}
      icon={<GlobeIcon />}
      value={activeLocale()}
      options={locales.map((locale) => ({ value: locale, label: t(`language.${locale}`), lang: locale }))}
      onChoose={choose}
    />
  );
}
