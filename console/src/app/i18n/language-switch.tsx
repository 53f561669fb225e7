import GlobeIcon from '@patternfly/react-icons/dist/esm/icons/globe-icon';
import type { Locale } from '@gantry/contract/constants';
import { useTranslation } from 'react-i18next';
import { notify } from '../notify/notices.ts';
import { activeLocale, changeLanguage, useLanguageChoice } from './languages.ts';
import './language-switch.css';

/** Languages by their own names, in the browser's own chooser: the sign-in page needs no more. Not there where nothing can be chosen (decision H4). */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const locales = useLanguageChoice();
  if (locales.length === 0) return null;
  const choose = (locale: Locale) => {
    changeLanguage(locale).catch(() => notify({ type: 'error', title: t('language.failed') }));
  };
  return (
    <label className="gantry-language">
      <GlobeIcon />
      <select aria-label={t('language.label')} value={activeLocale()} onChange={({ target }) => choose(target.value as Locale)}>
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {t(`language.${locale}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
