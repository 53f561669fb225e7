import type { S3NewKey } from '@gantry/contract/nouns/object-storage/entity';
import type { S3KeyLimits } from '@gantry/contract/nouns/object-storage/key-rights';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../app/errors/failure.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { KeyDaysField, KeyReachFields, newKeySchema, UNLIMITED_KEY } from './key-rights-form.tsx';
import { useS3Failure } from './use-s3-failure.ts';

interface CreateKeyDialogProps {
  /** Whether the storage can limit a key. */
  isLimitable: boolean;
  obstacle?: string | undefined;
  make(limits: S3KeyLimits): Promise<S3NewKey>;
  onMade(key: S3NewKey): void;
  onClose(): void;
}

/** Asks what a new pair of keys may do. */
export function CreateKeyDialog({ isLimitable, obstacle, make, onMade, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const form = useSchemaForm({
    schema: newKeySchema,
    defaults: UNLIMITED_KEY,
    submit: make,
    onDone: onMade,
    describe: useS3Failure(),
    fieldText: (text) => (text.code === 'bucket_names' ? t('fields.bucket_names') : fieldText(shell, text)),
  });
  return (
    <FormDialog
      form={form}
      label={t('access.create')}
      intro={t('access.create-body')}
      submitLabel={t('access.create')}
      obstacle={obstacle}
      onCancel={onClose}
    >
      {isLimitable && (
        <>
          <KeyReachFields form={form} />
          <KeyDaysField form={form} helper={t('key.expires-help')} />
        </>
      )}
    </FormDialog>
  );
}
