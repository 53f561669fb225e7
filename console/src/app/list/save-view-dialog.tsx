import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useUiText } from '../../ui/text.ts';
import { fieldText, useFailure } from '../errors/failure.ts';
import { VIEW_NAME_MAX } from './saved-views.ts';

const schema = z.strictObject({ name: z.string().trim().min(1, { error: 'required' }).max(VIEW_NAME_MAX, { error: 'too_long' }) });

/** Asks what a view is to be called. */
export function SaveViewDialog({ onSave, onClose }: { onSave(name: string): void; onClose(): void }) {
  const { t } = useUiText();
  const { t: shell } = useTranslation('shell');
  const form = useSchemaForm({
    schema,
    defaults: { name: '' },
    submit: ({ name }) => Promise.resolve(name),
    onDone: (name) => {
      onSave(name);
      onClose();
    },
    describe: useFailure(),
    fieldText: (text) => fieldText(shell, text),
  });
  return (
    <FormDialog form={form} label={t('views.save-title')} submitLabel={t('views.save-submit')} onCancel={onClose} confirmOnClose={false}>
      <TextField form={form} name="name" label={t('views.name')} required helper={t('views.helper')} />
    </FormDialog>
  );
}
