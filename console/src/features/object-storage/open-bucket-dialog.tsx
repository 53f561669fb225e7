import { bucketName } from '@gantry/contract/nouns/object-storage/names';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldText } from '../../app/errors/failure.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FILES } from './paths.ts';
import { useS3Failure } from './use-s3-failure.ts';

const schema = z.strictObject({ name: bucketName });

/** Opens a bucket that somebody else shares, by its name: lists have the own ones only, as S3 has it. */
export function OpenBucketDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const navigate = useNavigate();
  const form = useSchemaForm({
    schema,
    defaults: { name: '' },
    submit: async ({ name }) => {
      await (await s3()).folder(name, '');
      return name;
    },
    onDone: (name) => void navigate({ to: `${FILES}/$bucketName`, params: { bucketName: name } }),
    describe: useS3Failure(),
    fieldText: (text) => (text.code === 'bucket_name' ? t('fields.bucket_name') : fieldText(shell, text)),
  });
  return (
    <FormDialog
      form={form}
      label={t('buckets.open-shared')}
      intro={t('buckets.open-shared-intro')}
      submitLabel={t('buckets.open')}
      confirmOnClose={false}
      onCancel={onClose}
    >
      <TextField form={form} name="name" label={t('buckets.name')} required />
    </FormDialog>
  );
}
