import type { FieldPath, FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/form/fields.tsx';
import { PairsField } from '../../ui/form/pairs-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';

interface WordsFieldsProps<I extends FieldValues, O> {
  form: SchemaForm<I, O>;
  /** Names of the two fields. */
  tags: FieldPath<I>;
  metadata: FieldPath<I>;
}

/** The words that people keep with a thing: tags, by which it is found again, and keys with values, which the guest can read too. */
export function WordsFields<I extends FieldValues, O>({ form, tags, metadata }: WordsFieldsProps<I, O>) {
  const { t } = useTranslation('resource');
  return (
    <>
      <TextField form={form} name={tags} label={t('words.tags')} helper={t('words.tags-helper')} />
      <PairsField
        form={form}
        name={metadata}
        label={t('words.metadata')}
        helper={t('words.metadata-helper')}
        texts={{ key: t('words.key'), value: t('words.value'), add: t('words.add') }}
      />
    </>
  );
}
