import type { S3NewKey } from '@gantry/contract/nouns/object-storage/entity';
import { S3_KEY_ACCESS, S3_KEY_DAYS, s3KeyLimits, type S3KeyLimits } from '@gantry/contract/nouns/object-storage/key-rights';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { fieldText } from '../../app/errors/failure.ts';
import { FormDialog } from '../../ui/dialog/form-dialog.tsx';
import { NumberField, TextField } from '../../ui/form/fields.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { useSchemaForm } from '../../ui/form/use-schema-form.ts';
import { useS3Failure } from './use-s3-failure.ts';

const { buckets } = s3KeyLimits.shape;
const namesIn = (text: string): string[] | null => {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  return names.length === 0 ? null : names;
};

const schema = s3KeyLimits.extend({
  buckets: z
    .string()
    .refine((text) => buckets.safeParse(namesIn(text)).success, { error: 'bucket_names' })
    .transform(namesIn),
});

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
    schema,
    defaults: { access: 'full', buckets: '', prefix: '', expires_in_days: undefined },
    submit: make,
    onDone: onMade,
    describe: useS3Failure(),
    fieldText: (text) => (text.code === 'bucket_names' ? t('fields.bucket_names') : fieldText(shell, text)),
  });
  const access = S3_KEY_ACCESS.toReversed().map((value) => ({ value, label: t(`key.${value}`), description: t(`key.${value}-means`) }));
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
          <RadioField form={form} name="access" label={t('key.rights')} options={access} required />
          <TextField form={form} name="buckets" label={t('key.buckets')} helper={t('key.buckets-help')} />
          <TextField form={form} name="prefix" label={t('key.prefix')} helper={t('key.prefix-help')} />
          <NumberField
            form={form}
            name="expires_in_days"
            label={t('key.expires-in')}
            unit={t('key.days')}
            min={1}
            max={S3_KEY_DAYS}
            helper={t('key.expires-help')}
          />
        </>
      )}
    </FormDialog>
  );
}
