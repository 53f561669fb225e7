import { formatted } from '@gantry/contract/wire/forms';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldText } from '../../app/errors/failure.ts';
import { refreshBuckets } from '../../parts/object-storage/queries.ts';
import { s3 } from '../../parts/object-storage/s3.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { FILES } from './paths.ts';
import { useS3Failure } from './use-s3-failure.ts';

const NAME_LENGTH = 63;
const schema = z.strictObject({
  name: formatted('name_lowercase').max(NAME_LENGTH, { error: 'too_long' }),
});

/** Asks for the name of a new bucket, which whoever of the whole storage has it first takes, and leads to it. */
export function CreateBucketDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('object-storage');
  const { t: shell } = useTranslation('shell');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const form = useSchemaForm({
    schema,
    defaults: { name: '' },
    submit: async ({ name }) => {
      await (await s3()).createBucket(name);
      return name;
    },
    onDone: (name) => {
      void refreshBuckets(queryClient);
      void navigate({ to: `${FILES}/$bucketName`, params: { bucketName: name } });
    },
    describe: useS3Failure(),
    fieldText: (text) => fieldText(shell, text),
  });
  return (
    <FormDialog form={form} label={t('buckets.create')} submitLabel={t('buckets.create')} onCancel={onClose}>
      <TextField form={form} name="name" label={t('buckets.name')} required helper={t('buckets.name-helper')} />
    </FormDialog>
  );
}
