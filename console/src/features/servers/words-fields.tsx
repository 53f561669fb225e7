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

/** The words that people keep with a server: tags, by which it is found again, and keys with values, which the guest can read too. */
export function WordsFields<I extends FieldValues, O>({ form, tags, metadata }: WordsFieldsProps<I, O>) {
  const { t } = useTranslation('servers');
  return (
    <>
      <TextField form={form} name={tags} label={t('field.tags')} helper={t('edit.tags-helper')} />
      <PairsField
        form={form}
        name={metadata}
        label={t('field.metadata')}
        helper={t('edit.metadata-helper')}
        texts={{ key: t('edit.pair-key'), value: t('edit.pair-value'), add: t('edit.pair-add') }}
      />
    </>
  );
}
