import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldText, useFailure } from '../../app/errors/failure.ts';
import { ResourceField } from '../../app/form/resource-field.tsx';
import type { Options } from '../../app/list/use-options.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';

const schema = z.strictObject({ id: z.string().min(1, { error: 'required' }) });

interface ChooseDialogProps<T> {
  title: string;
  label: string;
  options: Options<T>;
  onChosen(item: T): void;
  onClose(): void;
}

/** Asks for one thing, before it is asked what becomes of it. */
export function ChooseDialog<T extends { id: string; name: string }>({ title, label, options, onChosen, onClose }: ChooseDialogProps<T>) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const form = useSchemaForm({
    schema,
    defaults: { id: '' },
    submit: async ({ id }) => options.answer?.data.find((one) => one.id === id),
    onDone: (chosen) => chosen && onChosen(chosen),
    describe: useFailure(),
    fieldText: (text) => fieldText(shell, text),
  });
  return (
    <FormDialog form={form} label={title} submitLabel={t('overview.continue')} confirmOnClose={false} onCancel={onClose}>
      <ResourceField form={form} name="id" label={label} options={options} cells={[]} />
    </FormDialog>
  );
}
