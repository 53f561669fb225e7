import { LOCALES } from '@gantry/contract/constants';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldText } from '../../app/errors/failure.ts';
import { activeLocale, changeLanguage, useLanguageChoice } from '../../app/i18n/languages.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';

const schema = z.strictObject({ language: z.enum(LOCALES) });

const ENGLISH = new Intl.DisplayNames(['en'], { type: 'language' });

/** Changes the language; each is named in itself and in English, so that whoever is lost in one finds another (S0 §2). */
export function LanguageDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('account');
  const { t: shell } = useTranslation('shell');
  const form = useSchemaForm({
    schema,
    defaults: { language: activeLocale() },
    submit: ({ language }) => changeLanguage(language),
    onDone: onClose,
    // What fails is reading the texts, whatever the browser calls it.
    describe: () => ({ text: shell('language.failed') }),
    fieldText: (text) => fieldText(shell, text),
  });
  const options = useLanguageChoice().map((locale) => {
    const own = shell(`language.${locale}`);
    const english = ENGLISH.of(locale) ?? locale;
    return { value: locale, label: own === english ? own : `${own} (${english})` };
  });
  return (
    <FormDialog form={form} label={t('menu.language')} submitLabel={t('language.submit')} onCancel={onClose} confirmOnClose={false}>
      <RadioField form={form} name="language" label={shell('language.label')} options={options} />
    </FormDialog>
  );
}
