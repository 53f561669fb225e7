import { keyPairCreateBody } from '@gantry/contract/nouns/key-pairs/calls';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../app/api/calls.ts';
import { useResourceForm } from '../../app/form/use-resource-form.ts';
import { PageHeading } from '../../app/shell/page-heading.tsx';
import { TextAreaField, TextField } from '../../ui/form/fields.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { SubmitForm } from '../../ui/form/submit-form.tsx';
import { LIST } from './section.ts';

/** Most bytes of a file that are looked at: more than any key has. */
const MOST_BYTES = 32_768;

/** Adds a public key, pasted or read from a file. */
export function Page() {
  const { t } = useTranslation('key-pairs');
  const navigate = useNavigate();
  const toList = () => void navigate({ to: LIST });
  const form = useResourceForm({
    noun: 'key-pairs',
    kind: 'key_pair',
    call: api.keyPairs.create,
    schema: keyPairCreateBody,
    defaults: { name: '', public_key: '' },
    onDone: toList,
  });
  const take = (text: string) => form.fields.setValue('public_key', text, { shouldDirty: true, shouldTouch: true, shouldValidate: true });
  return (
    <>
      <PageHeading>{t('title.add')}</PageHeading>
      <SubmitForm form={form} label={t('add.label')} submitLabel={t('add.submit')} onCancel={toList}>
        <TextField form={form} name="name" label={t('field.name')} required helper={t('add.name-helper')} />
        <TextAreaField form={form} name="public_key" label={t('field.public-key')} required helper={t('add.key-helper')} />
        <FileButton label={t('add.file')} accept=".pub,text/plain" limit={MOST_BYTES} onText={take} />
      </SubmitForm>
    </>
  );
}
