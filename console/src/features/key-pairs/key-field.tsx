import { weaknessOf } from '@gantry/contract/wire/public-key';
import { useWatch, type FieldPath, type FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNounText } from '../../app/resource/noun-text.ts';
import { FileTextField } from '../../ui/form/file-text-field.tsx';
import type { SchemaForm } from '../../ui/form/use-schema-form.ts';
import { Banner } from '../../ui/show/banner.tsx';

/** A public key, pasted or read from a file: 32 KiB of it, which is more than any key has. One that servers may refuse may be added all the same. */
export function KeyField<I extends FieldValues, O>({ form }: { form: SchemaForm<I, O> }) {
  const { t } = useTranslation('key-pairs');
  const text = useNounText('key-pairs');
  const name = 'public_key' as FieldPath<I>;
  const weakness = weaknessOf(String(useWatch({ control: form.fields.control, name })));
  const file = { label: text('read-file'), accept: '.pub,text/plain', limit: 32_768 };
  return (
    <>
      <FileTextField form={form} name={name} label={t('field.public-key')} required helper={t('field.helper')} file={file} />
      <div aria-live="polite">{weakness && <Banner tone="warning" title={t(`weak.${weakness}`)} />}</div>
    </>
  );
}
