import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldText } from '../../app/errors/failure.ts';
import { wrongFolderName } from '../../parts/object-storage/objects.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useS3Failure } from './use-s3-failure.ts';

const CODES = { required: 'required', slash: 'no_slash', dots: 'format' } as const;
const schema = z.strictObject({
  name: z.string().superRefine((name, context) => {
    const wrong = wrongFolderName(name);
    if (wrong) context.addIssue({ code: 'custom', message: CODES[wrong] });
  }),
});

interface AddFolderDialogProps {
  bucket: string;
  folder: string;
  /** The key of the new folder. */
  onMade(key: string): void;
  onClose(): void;
}

/** Makes a folder in the one that is open. */
export function AddFolderDialog({ bucket, folder, onMade, onClose }: AddFolderDialogProps) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const form = useSchemaForm({
    schema,
    defaults: { name: '' },
    submit: async ({ name }) => {
      const key = `${folder}${name.trim()}/`;
      await (await s3()).createFolder(bucket, key);
      return key;
    },
    onDone: onMade,
    describe: useS3Failure(),
    fieldText: (text) => fieldText(shell, text),
  });
  return (
    <FormDialog form={form} label={t('files.add-folder')} submitLabel={t('files.create-folder')} onCancel={onClose}>
      <TextField form={form} name="name" label={t('files.name')} required />
    </FormDialog>
  );
}
