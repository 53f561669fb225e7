import { Dropdown, DropdownItem, DropdownList } from '@patternfly/react-core/dist/esm/components/Dropdown';
import { MenuToggle } from '@patternfly/react-core/dist/esm/components/MenuToggle';
import GlobeIcon from '@patternfly/react-icons/dist/esm/icons/globe-icon';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { activeLocale, changeLanguage, useLanguageChoice } from './languages.ts';

/** Languages by their own names. Not there where nothing can be chosen (decision H4). */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const locales = useLanguageChoice();
  const [isOpen, setOpen] = useState(false);
  if (locales.length === 0) return null;
  const current = activeLocale();
  return (
    <Dropdown
      isOpen={isOpen}
      onOpenChange={setOpen}
      isScrollable
      popperProps={{ position: 'end' }}
      toggle={(ref) => (
        <MenuToggle
          ref={ref}
          variant="plain"
          isExpanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          aria-label={`${t('language.label')}: ${t(`language.${current}`)}`}
          icon={<GlobeIcon />}
        />
      )}
    >
      <DropdownList>
        {locales.map((locale) => (
          <DropdownItem key={locale} lang={locale} isSelected={locale === current} onClick={() => void choose(locale, setOpen)}>
            {t(`language.${locale}`)}
          </DropdownItem>
        ))}
      </DropdownList>
    </Dropdown>
  );
}

async function choose(locale: Parameters<typeof changeLanguage>[0], setOpen: (isOpen: boolean) => void): Promise<void> {
  setOpen(false);
  await changeLanguage(locale);
}
